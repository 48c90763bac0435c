"""Files of requests answered on all cores of one machine, without a server."""
