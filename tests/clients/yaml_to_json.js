// Prints a YAML file as JSON, read by a strict YAML 1.2 parser.
const { readFileSync } = require("node:fs");
const { load } = require("js-yaml");

process.stdout.write(JSON.stringify(load(readFileSync(process.argv[2], "utf8"))));
