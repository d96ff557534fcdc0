// Assembles the HTTP server from every feature's routes and the app's own.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { liveKinds as accountKinds } from '#features/accounts/constants.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { accountRoutes } from '#features/accounts/server/routes.ts';
import { liveKinds as billingKinds } from '#features/billing/constants.ts';
import { paymentsToEnd } from '#features/billing/server/operations/end-payments.ts';
import { salesOf } from '#features/billing/server/operations/sales.ts';
import { billingRoutes } from '#features/billing/server/routes.ts';
import { liveKinds as checkInKinds } from '#features/check-ins/constants.ts';
import { checkInRoutes } from '#features/check-ins/server/routes.ts';
import { exportRoutes } from '#features/export/server/routes.ts';
import { guideRoutes } from '#features/guide/server/routes.ts';
import { guestRoutes } from '#features/guest-import/server/routes.ts';
import { liveKinds as goalKinds } from '#features/goals/constants.ts';
import { goalRoutes } from '#features/goals/server/routes.ts';
import { legalRoutes } from '#features/legal/server/routes.ts';
import { playbookRoutes } from '#features/playbook/server/routes.ts';
import { liveKinds as profileKinds } from '#features/profile/constants.ts';
import { introductionRoutes } from '#features/introduction/server/routes.ts';
import { profileRoutes } from '#features/profile/server/routes.ts';
import { serveSitemap } from '#features/public-logbook/server/operations/serve-sitemap.ts';
import { publicLogbookRoutes } from '#features/public-logbook/server/routes.ts';
import { reportRoutes } from '#features/reports/server/routes.ts';
import { liveKinds as resumeKinds } from '#features/resume/constants.ts';
import { resumeRoutes } from '#features/resume/server/routes.ts';
import { entrySharing } from '#features/sharing/server/operations/entry-sharing.ts';
import { sharingRoutes } from '#features/sharing/server/routes.ts';
import { liveKinds as shoutoutKinds } from '#features/shoutouts/constants.ts';
import { shoutoutRoutes } from '#features/shoutouts/server/routes.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { snapshotRoutes } from '#features/snapshot/server/routes.ts';
import { liveKinds as teamKinds } from '#features/teams/constants.ts';
import { memberLiveKinds } from '#features/teams/member-constants.ts';
import { teamRoutes } from '#features/teams/server/routes.ts';
import { liveKinds as vouchKinds } from '#features/vouches/constants.ts';
import { vouchRoutes } from '#features/vouches/server/routes.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connections } from '#platform/database/open.ts';
import { userLimitOf } from '#platform/database/user-limit.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ProcessState } from '#platform/health/process-state.ts';
import { serveOpenApi } from '#platform/http/openapi.ts';
import { PreparedResponses } from '#platform/http/prepared.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { fetchPublicWith, type FetchPublic } from '#platform/http/fetch-public.ts';
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
import { showFileRefusals } from './file-refusals.tsx';
import { healthRoutes } from './health.ts';
import { mailboxRoutes } from './mailbox.ts';
import { serveRobots } from './robots.ts';
import { stillPages } from './still-pages.ts';
import { stopRoutes } from './stop-page.tsx';
import { storageRoutes } from './storage.ts';
import { serveWeb } from './web.ts';

/** Live events of all features. The database may notify of others, which no page receives. */
const liveKinds = [
  ...accountKinds,
  ...billingKinds,
  ...checkInKinds,
  ...goalKinds,
  ...profileKinds,
  ...resumeKinds,
  ...shoutoutKinds,
  ...teamKinds,
  ...memberLiveKinds,
  ...vouchKinds,
];

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
  const sales = await salesOf(config, appSecret);
  const findPayments = paymentsToEnd(sales);
  accountRoutes(server, { config, pool: database.app, appSecret, mailer, findPayments });
  const { fetchPublic = fetchPublicWith() } = parts;
  profileRoutes(server, { pool: database.app, files, fetchPublic });
  resumeRoutes(server, { pool: database.app, files, appSecret });
  const shoutouts = { config, mailer, proofs: new AddressProofs(appSecret) };
  const sharing = { config, mailer, links: new SnapshotLinks(config.appUrl, appSecret), shoutouts };
  checkInRoutes(server, { pool: database.app, files, appSecret, sharing: entrySharing(sharing) });
  guestRoutes(server, { pool: database.app });
  goalRoutes(server, { pool: database.app });
  reportRoutes(server, { config, pool: database.app, mailer });
  shoutoutRoutes(server, { pool: database.app, shoutouts });
  teamRoutes(server, { config, pool: database.app, mailer, appSecret });
  sharingRoutes(server, { pool: database.app, sharing });
  showFileRefusals(server, { renderStill });
  await vouchRoutes(server, { config, pool: database.app, files, appSecret, mailer, sendStill });
  snapshotRoutes(server, { config, pool: database.app, appSecret, sendStill });
  const islands = join(web, '../islands');
  const publicPages = { prepared, renderStill, sendStill, islands };
  publicLogbookRoutes(server, { config, pool: database.app, files, appSecret, hub, ...publicPages });
  const pages = contentPages(server, { config, prepared, renderStill });
  const content = join(process.cwd(), 'content');
  guideRoutes({ config, pages, content });
  legalRoutes({ config, pages, content, islands: publicPages.islands });
  await playbookRoutes(server, { config, pool: database.app, sendStill, pages, content, islands });
  introductionRoutes({ config, pages });
  serveSitemap(server, { config, pool: database.app, hub, prepared, pages });
  serveRobots(server, config);
  await billingRoutes(server, { pool: database.app, sales, sendStill });
  storageRoutes(server, { pool: database.app, files });
  exportRoutes(server, { pool: database.app, files, hub, sources: exportSources });
  await stopRoutes(server, { ...config, pool: database.app, appSecret, sendStill });
  mailboxRoutes(server, { config, pool: database.jobs, appSecret, sendStill });
  await serveLive(server, { config, pool: database.app, hub, kinds: liveKinds });
  const picture = pages.picture(contentPaths.about);
  const needsConnection = pages.unlisted(needsConnectionPage);
  const webPages = { picture, needsConnection: needsConnection.pick(undefined) };
  await serveWeb(server, { config, pool: database.app, root: web, prepared, renderer, ...webPages });
  return server;
}
