# metaqueens as an image. Build it, then do the main job with the results in the present folder:
#   docker build -t metaqueens .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" metaqueens
# Any other command stands behind the image's name: ... metaqueens solve 8
FROM python:3.13-slim

WORKDIR /src
COPY requirements.lock ./
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY configs configs
COPY experiments/plugin_example experiments/plugin_example
COPY experiments/problem_example experiments/problem_example
COPY metaqueens metaqueens
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && rm -rf /src

# Whoever runs it: where compiled kernels and drawn instances are kept, and where results go.
ENV HOME=/tmp
WORKDIR /work
RUN chmod 1777 /work
USER nobody
ENTRYPOINT ["metaqueens"]
CMD ["run", "ga_n50"]
