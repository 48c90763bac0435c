# All stages must start from the same image, so that the environment finds its interpreter.
# The tag is not pinned by digest, because none could be checked when this was written: pin it in your build
# with --build-arg BASE=python:3.13-slim@sha256:...
ARG BASE=python:3.13-slim

# The core compiled, which makes it twice as fast. The compilers stay behind in this stage.
FROM ${BASE} AS core
# Without versions: a distribution keeps one only until the next, and nothing of this gets into the image.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN python -m venv --without-pip /opt/compile
COPY requirements/compile.txt /tmp/compile.txt
RUN pip --python /opt/compile/bin/python install --no-cache-dir --only-binary :all: --require-hashes \
    --requirement /tmp/compile.txt
WORKDIR /app
COPY openapi.yaml pyproject.toml setup.py ./
COPY service service
RUN PYTHONDONTWRITEBYTECODE=1 SPADES_COMPILE=1 /opt/compile/bin/python setup.py --quiet build_ext --inplace

FROM ${BASE} AS build
# The lock of requirements/ to install: `cluster` also brings what schedulers and workers need.
ARG LOCK=runtime
# No pip in the environment: nothing is installed once the image exists.
RUN python -m venv --without-pip /opt/venv
COPY requirements/${LOCK}.txt /tmp/lock.txt
# Wheels only: building a source archive would fetch build tools that no hash covers.
RUN pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --only-binary :all: --require-hashes \
    --requirement /tmp/lock.txt
WORKDIR /app
COPY deploy/gunicorn.conf.py deploy/
COPY openapi.yaml ./
COPY contract contract
COPY --from=core /app/service service
# The types of the library, made from the contract; what makes them is not needed afterwards.
RUN PYTHONDONTWRITEBYTECODE=1 /opt/venv/bin/python -m contract.shapes && rm contract/*.py
# Readable whatever the modes in the checkout. Compiled here because the running container cannot write bytecode;
# unchecked, so that the timestamps of layers do not matter.
RUN chmod -R a+rX . \
    && python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/venv/lib service

FROM ${BASE}
COPY --from=build /opt/venv /opt/venv
# Copied last: a change of code touches one small layer.
COPY --from=build /app /app
WORKDIR /app
# HOST: nothing outside a container reaches its loopback interface; publish the port to a proxy only.
ENV PATH=/opt/venv/bin:$PATH \
    HOST=0.0.0.0 \
    PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1 \
    SPADES_CORE=compiled
# A number, so that an orchestrator can prove that it is not root.
USER 10001:10001
EXPOSE 8000
# Not curl: the slim image has none. http.client, because it ignores proxy variables.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import http.client, os; probe = http.client.HTTPConnection('127.0.0.1', int(os.environ['PORT']), timeout=2)\nprobe.request('GET', '/livez'); raise SystemExit(probe.getresponse().status >= 400)"]
# Exec form, and the launcher becomes gunicorn: signals reach it, so a stop is graceful.
CMD ["python", "-m", "service.launch"]
