"""Requests and answers as marshmallow schemas: from wire to domain with `load`, and back with `dump`.

The contract has checked a request before it comes here: nothing is validated a second time. Schemas of answers declare
a field for each member, and those of requests for what is converted: the ruleset (`BodySchema` says why not for more).

To add a request schema, in the module of its resource:

1. Subclass `requests_and_answers.RequestSchema`, or `BodySchema` if there is not just one ruleset.
2. Set ``read`` to the function that makes a domain object of the ruleset and the body, usually one of `record.parse`.

To add an answer schema:

1. Subclass `requests_and_answers.IdentifiedAnswerSchema`, which begins with ``ruling_id``, or `AnswerSchema`.
2. Add a `fields.Function` for each member, in the order of the answer. Its function takes the `Answer` and returns
   JSON, or None for a member that is to be left out.

Then name both in the `Computation` of an operation, and with their components of openapi.yaml in
tests/contract/test_agreement.py.
"""
