"""What `openapi.yaml` and the documents say of findings and parameters, written from the catalogue: ``make contract``.

Nothing here belongs to the service. `generated` lists the files, and what is written in each.
"""
