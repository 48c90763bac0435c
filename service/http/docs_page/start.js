"use strict";

SwaggerUIBundle({
  dom_id: "#docs",
  url: "/openapi.json",
  validatorUrl: null, // the default is a public validator's address
  queryConfigEnabled: false, // the page's own query string must not choose another document
  deepLinking: true,
  displayRequestDuration: true,
});
