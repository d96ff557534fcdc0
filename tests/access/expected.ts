// Who gets what, as HTTP status: one row a route, one cell a variant of the request and a kind of caller. A GET row
// stands for HEAD, too. Without a session the answer is 401; what one may not know of is 404, as if it did not exist.
import type { Kind } from './callers.ts';

type Cell = {
  /** With a session that counts. */
  live: number;
  /** Without. */
  dead: number;
  /** With cookies of ours, good or not, where that decides. */
  cookies?: number;
  /** Kinds of caller that are answered in another way, by name. */
  but?: Record<string, number>;
};

const mine = (live: number): Cell => ({ live, dead: 401 });
const anyone = (status: number): Cell => ({ live: status, dead: status });
// The schemas are public: what does not fit them is refused before anything is looked up.
const malformed = anyone(400);
// A form is read as it comes, so that only a request without any token is refused before its fields.
const formMalformed = { live: 400, dead: 400, but: { anonymous: 401, 'another scheme': 401 } };
// The access token does not count, but the refresh cookie does.
const byRefresh = { 'expired session, cookies': 200, 'bad bearer beside good cookies': 200 };
const open = { plain: anyone(200) };
const stop = {
  "another's link": anyone(200),
  'no signature': anyone(400),
  'address changed': anyone(400),
};
const mailbox = { plain: anyone(200), 'under another name': anyone(404) };

export const expected: Record<string, Record<string, Cell>> = {
  'POST /api/auth/sign-up': { fresh: anyone(200), taken: anyone(409), malformed },
  'POST /api/auth/sign-in': { right: anyone(200), wrong: anyone(401), malformed },
  'POST /api/auth/sign-out': { plain: { live: 200, dead: 401, but: byRefresh } },
  'GET /api/auth/user': { plain: mine(200) },
  // By the refresh cookie alone: the access token may be over, and a bearer has none.
  'POST /api/auth/refresh': {
    plain: {
      live: 200,
      dead: 401,
      but: {
        'owner, bearer': 401,
        'stranger, bearer': 401,
        'unverified, bearer': 401,
        ...byRefresh,
      },
    },
  },

  'POST /api/auth/token': {
    right: anyone(200),
    wrong: anyone(401),
    'wrong refresh token': anyone(401),
    malformed,
  },
  // Once a minute, for those who need it.
  'POST /api/auth/resend-verification': {
    plain: { live: 200, dead: 401, but: { 'unverified, cookies': 429 } },
  },
  'POST /api/auth/verify': {
    // The mail that was sent again has replaced the unverified person's link.
    own: { live: 200, dead: 401, but: { 'unverified, bearer': 400, 'unverified, cookies': 400 } },
    others: mine(409),
    none: mine(400),
    malformed,
  },
  'POST /api/auth/recover': { nobodys: anyone(200), malformed },
  'PATCH /api/auth/user': { right: mine(200), wrong: mine(403), malformed },
  'GET /api/auth/sessions': { plain: mine(200) },
  'DELETE /api/auth/sessions/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'DELETE /api/auth/sessions': { plain: mine(200) },
  'POST /api/user_emails': {
    none: mine(200),
    "id of another's": mine(409),
    'in a name': anyone(400),
    malformed,
  },
  'GET /api/user_emails': { plain: mine(200) },
  'POST /api/user_emails/:id/resend': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/user_emails/:id/primary': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    'own, not verified': mine(409),
  },
  'DELETE /api/user_emails/:id': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    'the primary one': mine(409),
    "another's primary one": mine(404),
  },
  // The mailed link is the right: it needs no session (R-A11).
  'POST /api/auth/undo-email-change': { "another's link": anyone(200), none: anyone(400), malformed },
  'POST /api/auth/recover/check': { "another's link": anyone(200), none: anyone(400), malformed },
  'POST /api/auth/recover/complete': { "another's link": anyone(200), none: anyone(400), malformed },
  'POST /api/functions/v1/delete-account': {
    'no password': mine(403),
    'wrong password': mine(403),
    malformed,
  },
  'POST /api/feedback': { none: mine(200), "another's": mine(409), 'in a name': anyone(400), malformed },
  'GET /api/profiles': { plain: mine(200) },
  'PATCH /api/profiles': {
    own: mine(200),
    "another's slug": mine(409),
    "another's photo": mine(400),
    'in a name': anyone(400),
    malformed,
  },

  'GET /api/check_ins': { plain: mine(200), malformed },
  'GET /api/check_ins/months': { plain: mine(200), malformed },
  'GET /api/check_ins/days': { plain: mine(200), malformed },
  'GET /api/check_ins/changes': { plain: mine(200), malformed },
  'GET /api/check_ins/search': { plain: mine(200), "another's words": mine(200), malformed },
  'GET /api/check_ins/tags': { plain: mine(200) },
  'GET /api/check_ins/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/check_ins': {
    own: mine(200),
    // Something else under the id of an own entry: not saved, and not called so.
    'own, other words': mine(409),
    // Whoever makes the id learns that it is taken, and nothing else.
    others: mine(409),
    none: mine(200),
    malformed,
    'in a name': anyone(400),
  },
  'POST /api/guest_import': {
    own: mine(200),
    // Each entry is answered for itself: an id of somebody else's is refused there.
    'ids of others': mine(200),
    'for another account': mine(409),
    malformed,
    'in a name': anyone(400),
  },
  'GET /api/check_ins/deleted': { plain: mine(200), malformed: mine(400) },
  'PATCH /api/check_ins/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'DELETE /api/check_ins/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/check_ins/:id/restore': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'GET /api/log_files': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'DELETE /api/check_ins/:id/missing_files/:file_id': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    'own entry, malformed file': malformed,
  },
  'DELETE /api/log_files/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/storage/log-files': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed: formMalformed,
    'id of own file': mine(200),
    "id of another's file": mine(409),
    'own entry in the bin': mine(404),
  },
  'POST /api/storage/log-files/:id/sign': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    // An address that leads to nothing as long as the file is there (below).
    'own file in the bin': mine(200),
  },
  'GET /api/goals': { plain: mine(200) },
  'POST /api/goals': {
    own: mine(200),
    'own, other words': mine(409),
    others: mine(409),
    none: mine(200),
    malformed,
    'in a name': anyone(400),
  },
  'PATCH /api/goals/:id': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    "behind another's": mine(409),
    'own, done': mine(409),
  },
  'DELETE /api/goals/:id': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/goals/:id/restore': { own: mine(200), others: mine(404), none: mine(404), malformed },
  'POST /api/goals/:id/complete': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    "in another's entry": mine(409),
    'own, deleted': mine(409),
  },
  'POST /api/goals/:id/reopen': {
    own: mine(200),
    others: mine(404),
    none: mine(404),
    malformed,
    'own, deleted': mine(409),
  },

  // The signature is the right: whoever holds the address reads it, with or without a session.
  'GET /api/storage/object/log-files/:id': {
    "another's address": anyone(200),
    "another's address, to view": anyone(200),
    'no signature': anyone(400),
    malformed,
    'signature changed': anyone(404),
    expired: anyone(404),
    'end moved': anyone(404),
    'use changed': anyone(404),
    'viewer changed': anyone(404),
    'file changed': anyone(404),
    'viewer without the right': anyone(404),
    'address of an account that is gone': anyone(404),
    'file in the bin': anyone(404),
    'file that is gone': anyone(404),
  },

  'GET /api/storage/public/profile-photos/:user/:name': {
    "another's photo": anyone(200),
    'a photo under another name': anyone(404),
    'a photo of an account that is gone': anyone(404),
    'another file': anyone(404),
    malformed,
  },
  // Behind the row above: it takes the photo before from its person.
  'POST /api/storage/profile-photos': { own: mine(200), malformed: formMalformed },
  'GET /api/storage/list/:bucket': { own: mine(200), "another's folder": mine(200), malformed },
  'GET /api/export': { plain: mine(200) },

  'GET /api/health/live': open,
  'GET /api/health/ready': open,
  'GET /api/openapi.json': open,
  'GET /api/docs': open,
  // Only as a WebSocket: live.test.ts.
  'GET /api/live': { plain: anyone(404) },
  // Pages carry nothing of anybody, but the dashboard its reader's own name.
  // Nobody is led away: without a session the browser keeps the logbook.
  'GET /': { plain: anyone(200), 'with a place': anyone(200) },
  'GET /auth': open,
  'GET /profile': open,
  'GET /app/offline': open,
  'GET /manifest.webmanifest': open,
  'GET /service-worker.js': open,
  'GET /mail/stop': stop,
  'POST /mail/stop': stop,
  'GET /api/dev/mailbox': mailbox,
  'GET /dev/mailbox': mailbox,
};

/** What a caller is answered. Cookies that come along from a foreign page change nothing, whoever they name (R-A7). */
export function statusFor(row: string, variant: string, kind: Kind): number {
  if (kind.foreignPage && !row.startsWith('GET ')) return 403;
  const cell = expected[row]![variant]!;
  const byCookies = kind.cookies ? cell.cookies : undefined;
  return cell.but?.[kind.name] ?? byCookies ?? (kind.live ? cell.live : cell.dead);
}
