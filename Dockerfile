# syntax=docker/dockerfile:1
# docker build -t carat . — the image holds no secret and no data; DATA_DIR is its one place to write.

FROM node:24-bookworm-slim AS build
WORKDIR /srv/carat
COPY package.json package-lock.json ./
# No package's install script is needed; Node is the image's own.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts
# The server needs neither development packages nor the sources of the web app. The links of PostgreSQL's libraries are
# created here, because the image is read-only when it runs.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/.cache \
 && node scripts/remove-build-files.ts \
 && node -e "import('./kit/server/embedded-postgres/binaries.ts').then(({ findPostgresBinaries }) => findPostgresBinaries())"

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Carat" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/carat
WORKDIR /srv/carat
# A new volume takes over the owner of its folder.
RUN install -d -o node -g node -m 0700 /var/lib/carat /var/lib/carat-backups
COPY --from=build --chown=root:root /srv/carat /srv/carat
USER node
VOLUME /var/lib/carat
EXPOSE 3000
# Says that the process runs; a database that is away must not make it start anew.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1 and handles SIGTERM: calls in flight are finished, which takes 10 s at most.
STOPSIGNAL SIGTERM
CMD ["node", "app/server/run.ts"]
