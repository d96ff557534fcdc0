// The features of the server. Each one is declared in the `server/feature.ts` of its folder. Add a new feature to this list.
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { FindPayments } from '#features/accounts/server/operations/delete-account.ts';
import { accounts } from '#features/accounts/server/feature.ts';
import { apiTokens } from '#features/api-tokens/server/feature.ts';
import { assistants } from '#features/assistants/server/feature.ts';
import { billing } from '#features/billing/server/feature.ts';
import type { Sales } from '#features/billing/server/operations/sales.ts';
import { capture } from '#features/capture/server/feature.ts';
import type { Carriers } from '#features/credentials/server/documents/carriers.ts';
import { connectedApps } from '#features/connected-apps/server/feature.ts';
import { credentials } from '#features/credentials/server/feature.ts';
import { checkIns } from '#features/check-ins/server/feature.ts';
import { commandLine } from '#features/command-line/server/feature.ts';
import type { EntrySharing } from '#features/check-ins/server/operations/entry-sharing.ts';
import { exporting } from '#features/export/server/feature.ts';
import type { Sources } from '#features/export/server/operations/sources.ts';
import { goals } from '#features/goals/server/feature.ts';
import { guestImport } from '#features/guest-import/server/feature.ts';
import { guide } from '#features/guide/server/feature.ts';
import { importedRecords } from '#features/imported-records/server/feature.ts';
import { introduction } from '#features/introduction/server/feature.ts';
import { legal } from '#features/legal/server/feature.ts';
import { mailIn } from '#features/mail-in/server/feature.ts';
import { packets } from '#features/packets/server/feature.ts';
import { playbook } from '#features/playbook/server/feature.ts';
import { profile } from '#features/profile/server/feature.ts';
import { publicLogbook } from '#features/public-logbook/server/feature.ts';
import { reminders } from '#features/reminders/server/feature.ts';
import type { ReplyAddressOf } from '#features/reminders/server/operations/send-reminder.ts';
import { reports } from '#features/reports/server/feature.ts';
import { resume } from '#features/resume/server/feature.ts';
import { sharing } from '#features/sharing/server/feature.ts';
import { signInMethods } from '#features/sign-in-methods/server/feature.ts';
import { singleSignOn } from '#features/single-sign-on/server/feature.ts';
import { shoutouts } from '#features/shoutouts/server/feature.ts';
import { snapshot } from '#features/snapshot/server/feature.ts';
import { suggestions } from '#features/suggestions/server/feature.ts';
import { teams } from '#features/teams/server/feature.ts';
import { vouches } from '#features/vouches/server/feature.ts';
import type { Config } from '#platform/config/config.ts';
import type { ServerFeature } from '#platform/features/server-feature.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import type { FetchPublic, Network } from '#platform/http/fetch-public.ts';
import type { PostPublic } from '#platform/http/post-public.ts';
import type { PreparedResponses } from '#platform/http/prepared.ts';
import type { StillPages } from '#platform/http/still-page.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import type { Mailer } from '#platform/mail/mailer.ts';

type SharedParts = { config: Config; pool: pg.Pool; files: FileStore; appSecret: string; mailer: Mailer };

/** What routes can use. */
export type RouteParts = SharedParts &
  StillPages & {
    hub: LiveHub;
    prepared: PreparedResponses;
    fetchPublic: FetchPublic;
    /** How documents of connected apps are fetched. */
    network: Network;
    pages: ContentPages;
    version: string;
    /** The folder content/. */
    content: string;
    /** The folder of the built scripts of pages without the app. */
    islands: string;
    // What features need from others that import them, or from all features.
    sharing: EntrySharing;
    sales: Sales;
    carriers: Carriers;
    findPayments: FindPayments;
    sources: Sources;
  };

/** What jobs can use. `pool`: of the role of jobs. */
export type JobParts = SharedParts & {
  log: FastifyBaseLogger;
  /** Of all features. */
  buckets: readonly string[];
  postPublic: PostPublic;
  /** The address that takes a user's replies to the weekly email. */
  replyAddressOf: ReplyAddressOf;
};

/** In the order of the API's documentation and of the archive. */
export const features: readonly ServerFeature<RouteParts, JobParts>[] = [
  accounts,
  signInMethods,
  singleSignOn,
  apiTokens,
  connectedApps,
  profile,
  checkIns,
  suggestions,
  commandLine,
  guestImport,
  goals,
  reminders,
  reports,
  shoutouts,
  sharing,
  resume,
  vouches,
  importedRecords,
  credentials,
  teams,
  snapshot,
  packets,
  publicLogbook,
  guide,
  capture,
  mailIn,
  legal,
  playbook,
  introduction,
  billing,
  exporting,
  assistants,
];
