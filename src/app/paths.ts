import { addEntryPath } from '#features/check-ins/path-constants.ts';
import { connectPath } from '#features/command-line/path-constants.ts';
import { allowAppPath } from '#features/connected-apps/path-constants.ts';
import { importPath } from '#features/imports/path-constants.ts';

/**
 * The paths of the app's pages. Some pages need no app and are routes of the server: those in `contentPaths`,
 * /manager-snapshot, /p/<token>, /verify, /verify-vouch, /mail/stop, /mail/answer, /mail/reminders, /billing/checkout and
 * /billing/portal in test mode, and the public logbooks at /<slug>. The server responds to any other path with the same app and status 404.
 *
 * `$` marks a parameter, as in the router.
 */
export const paths = {
  home: '/',
  auth: '/auth',
  profile: '/profile',
  accept: '/accept-invitation',
  teamMember: '/team-member/$userId',
  connect: connectPath,
  allowApp: allowAppPath,
  inbox: '/inbox',
  import: importPath,
} as const;

/** Where the system posts what another app shares. Starts with a reserved word, so that it cannot be a user's public link. */
export const shareTargetPath = '/app/share';

/** What the addresses of the dashboard may ask for, in addition to what they select. */
export const asks = {
  /** Opens Add Check-in. */
  add: addEntryPath,
  /** Focuses the search. */
  search: `${paths.home}?find`,
  /** Opens Add Check-in with what was shared under this id. Empty: it could not be kept. */
  incoming: (id: string) => `${paths.home}?incoming=${id}`,
} as const;

/** The pages that guests have as well, with the log of their browser. */
export const guestPaths: readonly string[] = [paths.home, paths.inbox, paths.import];

/** The content pages that other pages link to. The features serve them. */
export const contentPaths = {
  guide: '/guide',
  playbook: '/raise-promotion-playbook',
  about: '/what-is-logbook',
  privacy: '/privacy-policy',
  capture: '/capture',
  accessibility: '/legal/accessibility',
} as const;

/** The id of the Team Plan section in the settings. */
export const teamPlanId = 'team-plan';

/** Leads to the Team Plan section of the settings. */
export const teamPlanHref = `${paths.profile}#${teamPlanId}`;
