// Who gets what, as HTTP status: one row per route, one cell per request variant and kind of caller. A GET row also
// covers HEAD. Without a session the status is 401. For anything that the caller may not know of it is 404, as if it
// did not exist.
import type { Kind } from './callers.ts';

type Cell = {
  /** With a valid session. */
  live: number;
  /** Without one. */
  noSession: number;
  /** With Logbook cookies, valid or not, if that makes a difference. */
  cookies?: number;
  /** Kinds of caller with a different status, by name. */
  except?: Record<string, number>;
};

const user = (live: number): Cell => ({ live, noSession: 401 });
const anyone = (status: number): Cell => ({ live: status, noSession: status });
// The schemas are public: a request that does not match them is refused before any lookup.
const malformed = anyone(400);
// A form is read as a stream, so only a request without any token is refused before its fields are checked.
const formMalformed = { live: 400, noSession: 400, except: { anonymous: 401, 'another scheme': 401 } };
const unverifiedGets = (status: number) => ({ 'unverified, bearer': status, 'unverified, cookies': status });
// The access token is not valid, but the refresh cookie is.
const byRefresh = { 'expired session, cookies': 200, 'bad bearer with valid cookies': 200 };
const open = { plain: anyone(200) };
const stop = {
  "another user's link": anyone(200),
  'no signature': anyone(400),
  'address changed': anyone(400),
};
const mailbox = { plain: anyone(200), 'under another host': anyone(404) };

export const expected: Record<string, Record<string, Cell>> = {
  'POST /api/auth/sign-up': { fresh: anyone(200), taken: anyone(409), malformed },
  'POST /api/auth/sign-in': { right: anyone(200), wrong: anyone(401), malformed },
  'POST /api/auth/sign-out': { plain: { live: 200, noSession: 401, except: byRefresh } },
  'GET /api/auth/user': { plain: user(200) },
  // Uses only the refresh cookie: the access token may have expired, and a bearer has no cookie.
  'POST /api/auth/refresh': {
    plain: {
      live: 200,
      noSession: 401,
      except: {
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
  // Once a minute, for callers who are not verified.
  'POST /api/auth/resend-verification': {
    plain: { live: 200, noSession: 401, except: { 'unverified, cookies': 429 } },
  },
  'POST /api/auth/verify': {
    // The resent email has replaced the unverified person's link.
    own: { live: 200, noSession: 401, except: { 'unverified, bearer': 400, 'unverified, cookies': 400 } },
    others: user(409),
    none: user(400),
    malformed,
  },
  'POST /api/auth/recover': { unknown: anyone(200), malformed },
  'PATCH /api/auth/user': { right: user(200), wrong: user(403), malformed },
  'GET /api/auth/sessions': { plain: user(200) },
  'DELETE /api/auth/sessions/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'DELETE /api/auth/sessions': { plain: user(200) },
  'POST /api/user_emails': {
    none: user(200),
    "another user's id": user(409),
    "another user's user_id": anyone(400),
    malformed,
  },
  'GET /api/user_emails': { plain: user(200) },
  'POST /api/user_emails/:id/resend': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/user_emails/:id/primary': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    'own, not verified': user(409),
  },
  'DELETE /api/user_emails/:id': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    primary: user(409),
    "another user's primary": user(404),
  },
  // The emailed link grants access: it needs no session (R-A11).
  'POST /api/auth/undo-email-change': { "another user's link": anyone(200), none: anyone(400), malformed },
  'POST /api/auth/recover/check': { "another user's link": anyone(200), none: anyone(400), malformed },
  'POST /api/auth/recover/complete': { "another user's link": anyone(200), none: anyone(400), malformed },
  'POST /api/functions/v1/delete-account': {
    'no password': user(403),
    'wrong password': user(403),
    malformed,
  },
  'POST /api/feedback': {
    none: user(200),
    "another user's id": user(409),
    "another user's user_id": anyone(400),
    malformed,
  },
  'GET /api/profiles': { plain: user(200) },
  'PATCH /api/profiles': {
    own: user(200),
    "another user's slug": user(409),
    "another user's photo": user(400),
    "another user's user_id": anyone(400),
    malformed,
  },

  'GET /api/check_ins': { plain: user(200), malformed },
  'GET /api/check_ins/months': { plain: user(200), malformed },
  'GET /api/check_ins/days': { plain: user(200), malformed },
  'GET /api/check_ins/changes': { plain: user(200), malformed },
  'GET /api/check_ins/search': { plain: user(200), "another user's mark": user(200), malformed },
  'GET /api/check_ins/tags': { plain: user(200) },
  'GET /api/check_ins/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/check_ins': {
    own: user(200),
    // Different content with the id of an own entry: not saved, and not reported as saved.
    'own, other content': user(409),
    // The caller learns that the id is taken, and nothing else.
    others: user(409),
    none: user(200),
    malformed,
    "another user's user_id": anyone(400),
  },
  'POST /api/guest_import': {
    own: user(200),
    // Each entry has its own outcome: another user's id is refused there.
    "another user's id": user(200),
    'for another account': user(409),
    malformed,
    "another user's user_id": anyone(400),
  },
  'GET /api/check_ins/deleted': { plain: user(200), malformed: user(400) },
  'PATCH /api/check_ins/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'DELETE /api/check_ins/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/check_ins/:id/restore': { own: user(200), others: user(404), none: user(404), malformed },
  'GET /api/log_files': { own: user(200), others: user(404), none: user(404), malformed },
  'DELETE /api/check_ins/:id/missing_files/:file_id': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    'own entry, malformed file': malformed,
  },
  'DELETE /api/log_files/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/storage/log-files': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed: formMalformed,
    'own file id': user(200),
    "another user's file id": user(409),
    'own entry in the bin': user(404),
  },
  'POST /api/storage/log-files/:id/sign': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    // The URL returns 404 as long as the file is in the bin (below).
    'own file in the bin': user(200),
  },
  'GET /api/goals': { plain: user(200) },
  'POST /api/goals': {
    own: user(200),
    'own, other content': user(409),
    others: user(409),
    none: user(200),
    malformed,
    "another user's user_id": anyone(400),
  },
  'PATCH /api/goals/:id': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    "after another user's": user(409),
    'own, done': user(409),
  },
  'DELETE /api/goals/:id': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/goals/:id/restore': { own: user(200), others: user(404), none: user(404), malformed },
  'POST /api/goals/:id/complete': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    "another user's entry": user(409),
    'own, deleted': user(409),
  },
  'POST /api/goals/:id/reopen': {
    own: user(200),
    others: user(404),
    none: user(404),
    malformed,
    'own, deleted': user(409),
  },
  'GET /api/shoutouts': { plain: user(200), malformed },
  'GET /api/shoutouts/unread_count': { plain: user(200), malformed },
  'POST /api/shoutouts': {
    'own, other content': user(409),
    others: user(409),
    none: user(200),
    'to oneself': user(400),
    'about an own entry': user(200),
    "about another user's entry": user(404),
    malformed,
    "another user's sender_id": anyone(400),
  },
  // An unverified address proves nothing, so what was sent to it is not the caller's (R-A3).
  'POST /api/shoutouts/:id/keep': {
    own: { ...user(200), except: unverifiedGets(404) },
    others: user(404),
    none: user(404),
    malformed,
    'own, sent': user(404),
    "another user's entry": { ...user(409), except: unverifiedGets(404) },
  },
  'POST /api/rpc/get_sender_names': { own: user(200), others: user(200), malformed },

  // The signature grants access: anyone with the URL can read the file, with or without a session.
  'GET /api/storage/object/log-files/:id': {
    "another user's URL": anyone(200),
    "another user's URL, to view": anyone(200),
    'no signature': anyone(400),
    malformed,
    'signature changed': anyone(404),
    expired: anyone(404),
    'expiry changed': anyone(404),
    'purpose changed': anyone(404),
    'viewer changed': anyone(404),
    'file changed': anyone(404),
    'viewer without access': anyone(404),
    'URL of a deleted account': anyone(404),
    'file in the bin': anyone(404),
    'deleted file': anyone(404),
  },

  'GET /api/storage/public/profile-photos/:user/:name': {
    "another user's photo": anyone(200),
    'photo under another user': anyone(404),
    'photo of a deleted account': anyone(404),
    'another file name': anyone(404),
    malformed,
  },
  // After the row above: it replaces the person's previous photo.
  'POST /api/storage/profile-photos': { own: user(200), malformed: formMalformed },
  'GET /api/storage/list/:bucket': { own: user(200), "another user's folder": user(200), malformed },
  'GET /api/export': { plain: user(200) },

  'GET /api/health/live': open,
  'GET /api/health/ready': open,
  'GET /api/openapi.json': open,
  'GET /api/docs': open,
  // Works only as a WebSocket: live.test.ts.
  'GET /api/live': { plain: anyone(404) },
  // Pages contain no user data, except that the dashboard has its reader's own name.
  // No caller is redirected: without a session, the browser stores the logbook.
  'GET /': { plain: anyone(200), 'with a month': anyone(200) },
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

/** The status for a caller. Cookies sent from a foreign page change nothing, no matter whose they are (R-A7). */
export function statusFor(row: string, variant: string, kind: Kind): number {
  if (kind.foreignPage && !row.startsWith('GET ')) return 403;
  const cell = expected[row]![variant]!;
  const byCookies = kind.cookies ? cell.cookies : undefined;
  return cell.except?.[kind.name] ?? byCookies ?? (kind.live ? cell.live : cell.noSession);
}
