# Logbook as a container image, for amd64 and arm64:  docker build --tag logbook .
# docs/self-hosting.md explains how to run it; compose.yml runs it with PostgreSQL.

FROM node:26.10.0-bookworm-slim AS base
WORKDIR /app
ENV npm_config_cache=/var/cache/npm

# The built app, with all packages.
FROM base AS build
COPY . .
RUN --mount=type=cache,target=/var/cache/npm npm run build

# The packages that the server loads. The icons, React and the router are part of the build.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/var/cache/npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM base
LABEL org.opencontainers.image.title="Logbook" \
      org.opencontainers.image.description="A dated logbook of your work" \
      org.opencontainers.image.licenses="MIT"
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# The sources run the operator's commands, such as `npm run admin`.
COPY package.json package-lock.json LICENSE ./
COPY content content
COPY migrations migrations
COPY scripts scripts
COPY src src
# A new volume takes over the owner of the folder that it is mounted on. Bind mounts do not.
RUN node scripts/prepare-image.mjs && install -d -o node -g node -m 700 /data /secrets

# The memory settings are those of `npm start`. The root file system can be read-only: npm, which runs the operator's
# commands, writes to /tmp.
ENV NODE_ENV=production \
    DATA_DIR=/data \
    PORT=3000 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
VOLUME /data
EXPOSE 3000
USER node
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=80", "dist/server/main.js"]
