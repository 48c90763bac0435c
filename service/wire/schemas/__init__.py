"""Requests and answers as marshmallow schemas: from wire to domain with `load`, and back with `dump`.

The contract has checked a request before it comes here: nothing is validated a second time. A field converts a whole
member with one function, because nested schemas cost more than the whole audit.

To add a request schema:

1. Subclass `requests.RequestSchema`.
2. Set ``read`` to the function that makes a domain object of the ruleset and the body, usually one of `record.parse`.

To add an answer schema:

1. Subclass `answers.IdentifiedAnswerSchema`, which begins with ``ruling_id``, or `answers.AnswerSchema`.
2. Add a `fields.Function` for each member, in the order of the answer. Its function takes the `Answer` and returns
   JSON, or None for a member that is to be left out.

Then name both in the `Computation` of an operation, and with their components of openapi.yaml in
tests/contract/test_agreement.py.
"""
