# syntax=docker/dockerfile:1

FROM node:26-slim AS build
WORKDIR /app
# sqlite3 is compiled here, with this Node's own headers: nothing is downloaded that the lock file has no hash for.
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm_config_build_from_source=true \
  npm_config_nodedir="$(node -p 'path.resolve(process.execPath, "../..")')" \
  npm ci
COPY tsconfig.json ./
COPY scripts/build.mjs scripts/bundle.mjs ./scripts/
COPY commands ./commands
COPY src ./src
RUN npm run build
# What sqlite3 was made of is not needed at run time.
RUN npm prune --omit=dev \
  && rm -rf node_modules/sqlite3/deps node_modules/sqlite3/build/Release/obj*
COPY LICENSE ./
COPY deploy/healthy.sh ./deploy/healthy.sh
COPY assets ./assets
COPY scripts/licenses ./scripts/licenses
RUN node scripts/licenses/list.mjs licenses.txt

FROM node:26-slim
# A PID 1 that passes signals on and reaps.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir /data /var/cache/matchpoint \
  && chown node:node /data /var/cache/matchpoint
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/assets ./assets
# Of Matchpoint, its packages and fonts; those of Node are in /usr/local/LICENSE, of Debian's packages in /usr/share/doc.
COPY --from=build /app/licenses.txt ./
COPY --from=build /app/deploy/healthy.sh /usr/local/bin/healthy
# `docker run … matchpoint doctor`, and the others
RUN for command in doctor store commands=publish; do \
    name=${command%=*} && entry=${command#*=} \
    && printf '#!/bin/sh\nexec node /app/dist/src/cli/%s.js "$@"\n' "$entry" >"/usr/local/bin/$name" \
    && chmod +x "/usr/local/bin/$name" || exit 1; \
  done
ENV NODE_ENV=production
# Pictures are drawn on several threads, and glibc keeps an arena of free memory for each: after 1,600 pictures, 175 MB in place of 270.
# Large blocks go back to the system at once, however many there were before: after five minutes of steady use, 90 MB in place of 113.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
ENV STORE_URL=sqlite:///data/matchpoint.sqlite
# Inside the container; which ports are published is up to whoever runs it.
ENV METRICS_HOST=0.0.0.0
USER node
# What a start compiles lies ready, for this user alone. Without settings the start fails once all of it is loaded.
ENV NODE_COMPILE_CACHE=/var/cache/matchpoint
RUN ! node --enable-source-maps dist/src/main.js 2>/dev/null
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["healthy", "/healthz"]
# package.json's, from whoever builds (docs/operations.md, "Images"): a label cannot be read from a file.
ARG VERSION=local
LABEL org.opencontainers.image.title="Matchpoint" \
  org.opencontainers.image.description="A Discord bot for a competitive-play platform" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="$VERSION"
ENTRYPOINT ["tini", "--"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
