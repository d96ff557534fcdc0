// Assembles the HTTP server from every feature's routes and the app's own.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { paymentsToEnd } from '#features/billing/server/operations/end-payments.ts';
import { salesOf } from '#features/billing/server/operations/sales.ts';
import { Carriers } from '#features/credentials/server/documents/carriers.ts';
import { serveSitemap } from '#features/public-logbook/server/operations/serve-sitemap.ts';
import { archivedCredentials } from '#features/credentials/server/operations/archive-credentials.ts';
import { entrySharing } from '#features/sharing/server/operations/entry-sharing.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connections } from '#platform/database/open.ts';
import { userLimitOf } from '#platform/database/user-limit.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { serveOpenApi } from '#platform/http/openapi.ts';
import { PreparedResponses } from '#platform/http/prepared.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { fetchPublicWith, internet, type FetchPublic, type Network } from '#platform/http/fetch-public.ts';
import { limitRequests } from '#platform/http/request-turns.ts';
import { makeServer } from '#platform/http/server.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { serveLive } from '#platform/live/socket.ts';
import { Mailer } from '#platform/mail/mailer.ts';
import { contentPaths } from '../paths.ts';
import { needsConnectionPage } from '../prerender/needs-connection.tsx';
import type { PageRenderer } from '../prerender/pages.tsx';
import { contentPages } from './content-pages.ts';
import { exportSources } from './export-sources.ts';
import { features, type RouteParts } from './features.ts';
import { showFileRefusals } from './file-refusals.tsx';
import { healthRoutes } from './health.ts';
import { mailboxRoutes } from './mailbox.ts';
import { serveRobots } from './robots.ts';
import { stillPages } from './still-pages.ts';
import { stopRoutes } from './stop-page.tsx';
import { storageRoutes } from './storage.ts';
import { serveWeb } from './web.ts';

export type Parts = {
  config: Config;
  appSecret: string;
  database: Connections;
  files: FileStore;
  hub: LiveHub;
  state: ProcessState;
  version: string;
  /** The folder of the built browser app. */
  web: string;
  /** Renders pages on the server. Without it, only the browser renders them. */
  renderer?: PageRenderer;
  /** How files are fetched from other websites. Default: from the internet. */
  fetchPublic?: FetchPublic;
  /** How documents of connected apps are fetched. Default: from the internet. */
  network?: Network;
};

/** The complete server, ready to listen. */
export async function makeHttp(parts: Parts): Promise<FastifyInstance> {
  const { config, appSecret, database, files, hub, state, version, web, renderer } = parts;
  const prepared = new PreparedResponses(securityHeaders(config.https));
  const server = await makeServer(config, prepared, () => database.hasRoom());
  limitRequests(server, (tokenHash) => userLimitOf(database.app).keyOf(tokenHash));
  if (config.metricsToken !== undefined) {
    // Loads prom-client only if someone requests metrics.
    const { serveMetrics } = await import('./metrics.ts');
    serveMetrics(server, {
      token: config.metricsToken,
      version,
      pools: { app: database.app, jobs: database.jobs },
      backupDir: config.backupDir,
    });
  }
  const mailer = new Mailer(config, appSecret);
  const { renderStill, sendStill } = stillPages({ config, root: web, renderer });
  serveOpenApi(
    server,
    { prepared, renderStill },
    { title: config.instanceName, version, url: config.appUrl },
  );
  healthRoutes(server, { pool: database.app, files, hub, state, version });
  showFileRefusals(server, { renderStill });
  const pages = contentPages(server, { config, prepared, renderStill });
  const sales = await salesOf(config, appSecret);
  const { fetchPublic = fetchPublicWith(), network = internet } = parts;
  const routeParts: RouteParts = {
    ...{ config, pool: database.app, files, appSecret, hub, mailer, prepared, renderStill, sendStill, pages },
    fetchPublic,
    network,
    carriers: new Carriers(),
    version,
    content: join(process.cwd(), 'content'),
    islands: join(web, '../islands'),
    sharing: entrySharing({ config, mailer, appSecret }),
    sales,
    findPayments: paymentsToEnd(sales),
    sources: {
      ...exportSources,
      documents: archivedCredentials({ config, appSecret, log: server.log, pool: database.app }),
    },
  };
  for (const feature of features) await feature.routes?.(server, routeParts);
  serveSitemap(server, { config, pool: database.app, hub, prepared, pages });
  serveRobots(server, config);
  storageRoutes(server, { pool: database.app, files });
  await stopRoutes(server, { ...config, pool: database.app, appSecret, sendStill });
  mailboxRoutes(server, { config, pool: database.jobs, appSecret, sendStill });
  await serveLive(server, {
    config,
    pool: database.app,
    hub,
    kinds: features.flatMap(({ liveKinds = [] }) => liveKinds),
  });
  const picture = pages.picture(contentPaths.about);
  const needsConnection = pages.unlisted(needsConnectionPage);
  const webPages = { picture, needsConnection: needsConnection.pick(undefined) };
  await serveWeb(server, { config, pool: database.app, root: web, prepared, renderer, ...webPages });
  return server;
}
