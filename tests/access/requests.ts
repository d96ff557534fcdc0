// The request of each cell. expected.ts has the variants of each route and their statuses.
import { randomBytes, randomUUID } from 'node:crypto';
import { claimsOf, type Address } from '#features/check-ins/server/operations/sign-file.ts';
import { newId } from '#platform/clock/id.ts';
import { signer } from '#platform/files/signature.ts';
import { StopLinks } from '#platform/mail/stop-link.ts';
import { deriveKey, newToken } from '#platform/secrets/secrets.ts';
import { appSecret } from '../support/open-test-database.ts';
import { quarters } from '../support/photos.ts';
import { password, type Person } from './world.ts';

export type Sent = {
  url: string;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
  /** The caller signed in two hours ago. */
  hasOldSignIn?: boolean;
  /** Whose data the response may contain, because the request proves it: a password, a signed URL. */
  reveals?: Person | 'everyone';
};
/** `own` is the caller's person (any, if the caller has none), `others` another one, `deleted` one without account. */
export type At = {
  own: Person;
  others: Person;
  deleted: Person;
  /** An entry of the caller's person that the request may change or delete. */
  spare: () => Promise<{ checkInId: string; fileId: string }>;
  /** The id of a goal of the caller's person that the request may change or delete. */
  spareGoal: (state: 'open' | 'done' | 'deleted') => Promise<string>;
  /** The id of a shoutout that the caller's person has received and that the request may keep. */
  spareShoutout: () => Promise<string>;
  /** The id of another session of the caller's person. */
  spareSession: () => Promise<string>;
  /** The id of an extra address of the caller's person that the request may change or delete. */
  spareEmail: (verified: boolean) => Promise<string>;
  /** A token emailed to the other person. */
  othersToken: (link: 'recover' | 'undo') => Promise<string>;
};
type Make = (at: At) => Sent | Promise<Sent>;

const unusedId = '0190a3c0-0000-7000-8000-000000000000';
const malformed = 'not-an-id';

const plain = (url: string): Record<string, Make> => ({ plain: () => ({ url }) });

/** Variants of one URL, by whose id it contains. */
function byId(pick: (person: Person) => string, make: (id: string) => Sent): Record<string, Make> {
  return {
    own: ({ own }) => make(pick(own)),
    others: ({ others }) => make(pick(others)),
    none: () => make(unusedId),
    malformed: () => make(malformed),
  };
}

/** The same for requests that change or delete what they find. */
function bySpareId(key: 'checkInId' | 'fileId', make: (id: string) => Sent): Record<string, Make> {
  return { ...byId((person) => person[key], make), own: async ({ spare }) => make((await spare())[key]) };
}

const checkIn = (person: Person) => person.checkInId;
const file = (person: Person) => person.fileId;

function upload(checkInId: string, id: string): Sent {
  const form = new FormData();
  form.set('check_in_id', checkInId);
  form.set('id', id);
  form.set('file', new File(['some text'], 'text.txt'));
  return { url: '/api/storage/log-files', form };
}

const importGuest = (person: Person, checkInId: string, more: object = {}): Sent => ({
  url: '/api/guest_import',
  body: {
    user_id: person.userId,
    check_ins: [
      {
        ...{ id: checkInId, kind: 'entry', content: 'Text', emoji: null, files: [] },
        ...{ edited_at: null, deleted_at: null, ...more },
      },
    ],
    goals: [
      {
        ...{ id: newId(), text: 'Text', cadence: null, period_start: null },
        ...{ completed_at: new Date().toISOString(), check_in_id: checkInId },
      },
    ],
  },
});

const sign = (id: string): Sent => ({ url: `/api/storage/log-files/${id}/sign`, body: { as: 'view' } });

async function photo(): Promise<FormData> {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await quarters(16).png().toBuffer())], 'me.png'));
  return form;
}

const freshEmail = () => `fresh-${randomBytes(6).toString('hex')}@example.com`;
const signUp = (body: object): Sent => ({
  url: '/api/auth/sign-up',
  body: { full_name: 'New User', password, ...body },
});
const signIn = (body: object): Sent => ({ url: '/api/auth/sign-in', body: { password, ...body } });
const token = (body: object): Sent => ({
  url: '/api/auth/token',
  body: { grant_type: 'password', ...body },
});
const verify = (token: unknown): Sent => ({ url: '/api/auth/verify', body: { token } });
const checkLink = (token: unknown): Sent => ({ url: '/api/auth/recover/check', body: { token } });
const recover = (body: object): Sent => ({ url: '/api/auth/recover/complete', body: { password, ...body } });
const undo = (token: unknown): Sent => ({ url: '/api/auth/undo-email-change', body: { token } });
const changePassword = (current_password: unknown): Sent => ({
  url: '/api/auth/user',
  body: { current_password, password },
});
const session = (id: string): Sent => ({ url: `/api/auth/sessions/${id}` });
const addEmail = (body: object): Sent => ({
  url: '/api/user_emails',
  body: { email: freshEmail(), ...body },
});
const resend = (id: string): Sent => ({ url: `/api/user_emails/${id}/resend` });
const primary = (id: string): Sent => ({
  url: `/api/user_emails/${id}/primary`,
  body: { password },
});
const deleteAccount = (body: object): Sent => ({
  url: '/api/functions/v1/delete-account',
  body,
  hasOldSignIn: true,
});
const feedback = (body: object): Sent => ({ url: '/api/feedback', body: { message: 'Text', ...body } });
const profile = (body: object): Sent => ({ url: '/api/profiles', body });
const write = (body: object): Sent => ({ url: '/api/check_ins', body: { content: 'Text', ...body } });

const goal = (person: Person) => person.goalId;
const setGoal = (body: object): Sent => ({ url: '/api/goals', body: { text: 'Text', ...body } });
const changeGoal =
  (body: object) =>
  (id: string): Sent => ({ url: `/api/goals/${id}`, body });
const completeGoal = (id: string, check_in_id = newId()): Sent => ({
  url: `/api/goals/${id}/complete`,
  body: { check_in_id },
});

const sendShoutout = (body: object): Sent => ({
  url: '/api/shoutouts',
  body: { recipient_email: freshEmail(), message: 'Text', ...body },
});
const keepShoutout = (id: string, check_in_id = newId()): Sent => ({
  url: `/api/shoutouts/${id}/keep`,
  body: { check_in_id },
});
const unread = (since: string): Sent => ({ url: `/api/shoutouts/unread_count?since=${since}` });
const senderNames = (ids: unknown[]): Sent => ({
  url: '/api/rpc/get_sender_names',
  body: { sender_ids: ids },
});

const keys = signer([deriveKey(appSecret, 'signed files')]);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** A URL for `address` with a valid signature over `signed`, which may differ from it. */
function object(address: Address, signed: Address = address): Sent {
  const { id, as, viewer, exp } = address;
  const query = new URLSearchParams({ as, viewer, exp: String(exp), sig: keys.sign(claimsOf(signed)) });
  return { url: `/api/storage/object/log-files/${id}?${query.toString()}` };
}

const addressFor = (person: Person, more: Partial<Address> = {}): Address => ({
  id: person.fileId,
  as: 'download',
  viewer: person.userId,
  exp: inAnHour(),
  ...more,
});

/** The other person's signed URL with one character of the signature changed. */
function mutated({ others }: At): Sent {
  const { url } = object(addressFor(others));
  return { url: url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
}

const stops = new StopLinks('', appSecret);
const stopVariants: Record<string, Make> = {
  "another user's link": ({ others }) => ({ url: stops.linkFor(others.email), reveals: others }),
  'no signature': ({ others }) => ({ url: `/mail/stop?to=${others.email}` }),
  'address changed': ({ own, others }) => ({
    url: stops.linkFor(own.email).replace(own.email.split('@')[0]!, others.email.split('@')[0]!),
  }),
};
const mailboxVariants = (url: string): Record<string, Make> => ({
  // Open to anyone at this machine (R-J2). A page of another site cannot request it under our host name.
  plain: () => ({ url, reveals: 'everyone' }),
  'under another host': () => ({ url, headers: { host: 'evil.example' } }),
});

export const requests: Record<string, Record<string, Make>> = {
  'POST /api/auth/sign-up': {
    fresh: () => signUp({ email: freshEmail() }),
    taken: ({ others }) => signUp({ email: others.email }),
    malformed: () => signUp({ email: 7 }),
  },
  'POST /api/auth/sign-in': {
    right: ({ others }) => ({ ...signIn({ email: others.email }), reveals: others }),
    wrong: () => signIn({ email: freshEmail() }),
    malformed: () => signIn({}),
  },
  'POST /api/auth/sign-out': plain('/api/auth/sign-out'),
  'GET /api/auth/user': plain('/api/auth/user'),
  'POST /api/auth/refresh': plain('/api/auth/refresh'),
  'POST /api/auth/token': {
    right: ({ others }) => ({ ...token({ email: others.email, password }), reveals: others }),
    wrong: () => token({ email: freshEmail(), password }),
    'wrong refresh token': () => token({ grant_type: 'refresh_token', refresh_token: newToken() }),
    malformed: () => token({ grant_type: 'anything' }),
  },
  'POST /api/auth/resend-verification': plain('/api/auth/resend-verification'),
  'POST /api/auth/verify': {
    own: ({ own }) => verify(own.verifyToken),
    others: ({ others }) => verify(others.verifyToken),
    none: () => verify(newToken()),
    malformed: () => verify(7),
  },
  'POST /api/auth/recover': {
    unknown: () => ({ url: '/api/auth/recover', body: { email: freshEmail() } }),
    malformed: () => ({ url: '/api/auth/recover', body: { email: 7 } }),
  },
  'PATCH /api/auth/user': {
    right: () => changePassword(password),
    wrong: () => changePassword('another password'),
    malformed: () => changePassword(7),
  },
  'GET /api/auth/sessions': plain('/api/auth/sessions'),
  'DELETE /api/auth/sessions/:id': {
    ...byId((person) => person.sessionId, session),
    own: async ({ spareSession }) => session(await spareSession()),
  },
  'DELETE /api/auth/sessions': plain('/api/auth/sessions'),
  'POST /api/user_emails': {
    none: () => addEmail({ id: newId() }),
    "another user's id": ({ others }) => addEmail({ id: others.emailId }),
    "another user's user_id": ({ others }) => addEmail({ id: newId(), user_id: others.userId }),
    malformed: () => addEmail({ id: malformed }),
  },
  'GET /api/user_emails': plain('/api/user_emails'),
  'POST /api/user_emails/:id/resend': {
    ...byId((person) => person.emailId, resend),
    own: async ({ spareEmail }) => resend(await spareEmail(false)),
  },
  'POST /api/user_emails/:id/primary': {
    ...byId((person) => person.emailId, primary),
    own: async ({ spareEmail }) => primary(await spareEmail(true)),
    'own, not verified': async ({ spareEmail }) => primary(await spareEmail(false)),
  },
  'DELETE /api/user_emails/:id': {
    ...byId(
      (person) => person.emailId,
      (id) => ({ url: `/api/user_emails/${id}` }),
    ),
    own: async ({ spareEmail }) => ({ url: `/api/user_emails/${await spareEmail(true)}` }),
    primary: ({ own }) => ({ url: `/api/user_emails/${own.userId}` }),
    "another user's primary": ({ others }) => ({ url: `/api/user_emails/${others.userId}` }),
  },
  'POST /api/auth/undo-email-change': {
    "another user's link": async ({ others, othersToken }) => ({
      ...undo(await othersToken('undo')),
      reveals: others,
    }),
    none: () => undo(newToken()),
    malformed: () => undo(7),
  },
  'POST /api/auth/recover/check': {
    "another user's link": async ({ others, othersToken }) => ({
      ...checkLink(await othersToken('recover')),
      reveals: others,
    }),
    none: () => checkLink(newToken()),
    malformed: () => checkLink(7),
  },
  // After the row above, so that everyone has the password again.
  'POST /api/auth/recover/complete': {
    "another user's link": async ({ others, othersToken }) => ({
      ...recover({ token: await othersToken('recover') }),
      reveals: others,
    }),
    none: () => recover({ token: newToken() }),
    malformed: () => recover({ token: 7 }),
  },
  // The right password would delete everything: see delete-account.test.ts.
  'POST /api/functions/v1/delete-account': {
    'no password': () => deleteAccount({}),
    'wrong password': () => deleteAccount({ password: 'another password' }),
    malformed: () => deleteAccount({ password: 7 }),
  },
  'POST /api/feedback': {
    none: () => feedback({ id: newId() }),
    "another user's id": ({ others }) => feedback({ id: others.feedbackId }),
    "another user's user_id": ({ others }) => feedback({ id: newId(), user_id: others.userId }),
    malformed: () => feedback({ id: malformed }),
  },
  'GET /api/profiles': plain('/api/profiles'),
  'PATCH /api/profiles': {
    own: () => profile({ is_new: false }),
    "another user's slug": ({ others }) => profile({ slug: others.mark }),
    "another user's photo": ({ others }) =>
      profile({ avatar_url: `/api/storage/public/profile-photos/${others.userId}/a.jpg` }),
    "another user's user_id": ({ others }) => profile({ user_id: others.userId, is_new: false }),
    malformed: () => profile({ is_new: 7 }),
  },

  'GET /api/check_ins': {
    plain: () => ({ url: '/api/check_ins' }),
    malformed: () => ({ url: '/api/check_ins?limit=1000' }),
  },
  'GET /api/check_ins/months': {
    plain: () => ({ url: '/api/check_ins/months?timezone=UTC' }),
    malformed: () => ({ url: '/api/check_ins/months' }),
  },
  'GET /api/check_ins/days': {
    plain: () => ({
      url: '/api/check_ins/days?timezone=UTC&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z',
    }),
    malformed: () => ({ url: '/api/check_ins/days?timezone=UTC&from=2026-01-01T00:00:00Z' }),
  },
  'GET /api/check_ins/changes': {
    plain: () => ({ url: '/api/check_ins/changes?since=2020-01-01T00:00:00Z' }),
    malformed: () => ({ url: '/api/check_ins/changes?since=yesterday' }),
  },
  'GET /api/check_ins/search': {
    plain: () => ({ url: '/api/check_ins/search' }),
    "another user's mark": ({ others }) => ({ url: `/api/check_ins/search?q=${others.mark}` }),
    malformed: () => ({ url: '/api/check_ins/search?files=maybe' }),
  },
  'GET /api/check_ins/tags': plain('/api/check_ins/tags'),
  'GET /api/check_ins/:id': byId(checkIn, (id) => ({ url: `/api/check_ins/${id}` })),
  'POST /api/check_ins': {
    own: ({ own }) => write({ id: own.checkInId, content: `What ${own.mark} did` }),
    'own, other content': ({ own }) => write({ id: own.checkInId }),
    others: ({ others }) => write({ id: others.checkInId }),
    none: () => write({ id: newId() }),
    malformed: () => write({ id: malformed }),
    "another user's user_id": ({ others }) => write({ id: newId(), user_id: others.userId }),
  },
  'POST /api/guest_import': {
    own: ({ own }) => importGuest(own, newId()),
    "another user's id": ({ own, others }) => importGuest(own, others.checkInId),
    'for another account': ({ others }) => importGuest(others, newId()),
    malformed: ({ own }) => importGuest(own, malformed),
    "another user's user_id": ({ own, others }) => importGuest(own, newId(), { user_id: others.userId }),
  },
  'GET /api/check_ins/deleted': {
    plain: () => ({ url: '/api/check_ins/deleted' }),
    malformed: () => ({ url: '/api/check_ins/deleted?before=yesterday' }),
  },
  'PATCH /api/check_ins/:id': bySpareId('checkInId', (id) => ({
    url: `/api/check_ins/${id}`,
    body: { content: 'Other text', edited_at: null },
  })),
  'DELETE /api/check_ins/:id': bySpareId('checkInId', (id) => ({ url: `/api/check_ins/${id}` })),
  'POST /api/check_ins/:id/restore': bySpareId('checkInId', (id) => ({
    url: `/api/check_ins/${id}/restore`,
  })),
  'GET /api/log_files': byId(checkIn, (id) => ({ url: `/api/log_files?check_in_id=${id}` })),
  'DELETE /api/check_ins/:id/missing_files/:file_id': {
    ...byId(checkIn, (id) => ({ url: `/api/check_ins/${id}/missing_files/${randomUUID()}` })),
    'own entry, malformed file': ({ own }) => ({
      url: `/api/check_ins/${own.checkInId}/missing_files/${malformed}`,
    }),
  },
  'DELETE /api/log_files/:id': bySpareId('fileId', (id) => ({ url: `/api/log_files/${id}` })),
  'POST /api/storage/log-files': {
    own: ({ own }) => upload(own.checkInId, newId()),
    others: ({ others }) => upload(others.checkInId, newId()),
    none: () => upload(unusedId, newId()),
    malformed: () => upload(malformed, newId()),
    'own file id': ({ own }) => upload(own.checkInId, own.fileId),
    "another user's file id": ({ own, others }) => upload(own.checkInId, others.fileId),
    'own entry in the bin': ({ own }) => upload(own.binned.checkInId, newId()),
  },
  'POST /api/storage/log-files/:id/sign': {
    ...byId(file, sign),
    'own file in the bin': ({ own }) => sign(own.binned.fileId),
  },
  'GET /api/goals': plain('/api/goals'),
  'POST /api/goals': {
    own: ({ own }) => setGoal({ id: own.goalId, text: `What ${own.mark} wants` }),
    'own, other content': ({ own }) => setGoal({ id: own.goalId }),
    others: ({ others }) => setGoal({ id: others.goalId }),
    none: () => setGoal({ id: newId() }),
    malformed: () => setGoal({ id: malformed }),
    "another user's user_id": ({ others }) => setGoal({ id: newId(), user_id: others.userId }),
  },
  'PATCH /api/goals/:id': {
    ...byId(goal, changeGoal({ text: 'Other text' })),
    own: async ({ spareGoal }) => changeGoal({ text: 'Other text', after: null })(await spareGoal('open')),
    "after another user's": ({ own, others }) => changeGoal({ after: others.goalId })(own.goalId),
    'own, done': async ({ spareGoal }) => changeGoal({ text: 'Other text' })(await spareGoal('done')),
  },
  'DELETE /api/goals/:id': {
    ...byId(goal, (id) => ({ url: `/api/goals/${id}` })),
    own: async ({ spareGoal }) => ({ url: `/api/goals/${await spareGoal('open')}` }),
  },
  'POST /api/goals/:id/restore': {
    ...byId(goal, (id) => ({ url: `/api/goals/${id}/restore` })),
    own: async ({ spareGoal }) => ({ url: `/api/goals/${await spareGoal('deleted')}/restore` }),
  },
  'POST /api/goals/:id/complete': {
    ...byId(goal, (id) => completeGoal(id)),
    own: async ({ spareGoal }) => completeGoal(await spareGoal('open')),
    "another user's entry": async ({ spareGoal, others }) =>
      completeGoal(await spareGoal('open'), others.checkInId),
    'own, deleted': async ({ spareGoal }) => completeGoal(await spareGoal('deleted')),
  },
  'POST /api/goals/:id/reopen': {
    ...byId(goal, (id) => ({ url: `/api/goals/${id}/reopen` })),
    own: async ({ spareGoal }) => ({ url: `/api/goals/${await spareGoal('done')}/reopen` }),
    'own, deleted': async ({ spareGoal }) => ({ url: `/api/goals/${await spareGoal('deleted')}/reopen` }),
  },
  'GET /api/shoutouts': {
    ...plain('/api/shoutouts'),
    malformed: () => ({ url: '/api/shoutouts?before=nowhere&direction=both' }),
  },
  'GET /api/shoutouts/unread_count': {
    plain: () => unread('2020-01-01T00:00:00Z'),
    malformed: () => unread('yesterday'),
  },
  'POST /api/shoutouts': {
    'own, other content': ({ own }) => sendShoutout({ id: own.sentShoutoutId }),
    others: ({ others }) => sendShoutout({ id: others.sentShoutoutId }),
    none: () => sendShoutout({ id: newId() }),
    'to oneself': ({ own }) => sendShoutout({ id: newId(), recipient_email: own.email }),
    'about an own entry': ({ own }) => sendShoutout({ id: newId(), check_in_id: own.checkInId }),
    "about another user's entry": ({ others }) =>
      sendShoutout({ id: newId(), check_in_id: others.checkInId }),
    malformed: () => sendShoutout({ id: malformed }),
    "another user's sender_id": ({ others }) => sendShoutout({ id: newId(), sender_id: others.userId }),
  },
  'POST /api/shoutouts/:id/keep': {
    ...byId((person) => person.receivedShoutoutId, keepShoutout),
    own: async ({ spareShoutout }) => keepShoutout(await spareShoutout()),
    'own, sent': ({ own }) => keepShoutout(own.sentShoutoutId),
    "another user's entry": async ({ spareShoutout, others }) =>
      keepShoutout(await spareShoutout(), others.checkInId),
  },
  'POST /api/rpc/get_sender_names': {
    own: ({ own }) => senderNames([own.userId]),
    others: ({ others }) => senderNames([others.userId]),
    malformed: () => senderNames([malformed]),
  },
  'GET /api/storage/object/log-files/:id': {
    "another user's URL": ({ others }) => ({ url: others.signed.download, reveals: others }),
    "another user's URL, to view": ({ others }) => ({ url: others.signed.view, reveals: others }),
    'no signature': ({ others }) => ({ url: `/api/storage/object/log-files/${others.fileId}` }),
    malformed: () => ({ url: '/api/storage/object/log-files/not-an-id?as=view&viewer=x&exp=1&sig=x' }),
    'signature changed': mutated,
    expired: ({ others }) => object(addressFor(others, { exp: inAnHour() - 3601 })),
    'expiry changed': ({ others }) =>
      object(addressFor(others, { exp: inAnHour() + 60 }), addressFor(others, { exp: inAnHour() })),
    'purpose changed': ({ others }) => object(addressFor(others), addressFor(others, { as: 'view' })),
    'viewer changed': ({ own, others }) =>
      object(addressFor(own, { id: others.fileId }), addressFor(own, { id: own.fileId })),
    'file changed': ({ own, others }) => object(addressFor(others, { id: own.fileId }), addressFor(others)),
    // A valid signature, as after access was lost: access is checked again.
    'viewer without access': ({ own, others }) => object(addressFor(own, { id: others.fileId })),
    'URL of a deleted account': ({ deleted }) => ({ url: deleted.signed.view }),
    'file in the bin': ({ others }) => object(addressFor(others, { id: others.binned.fileId })),
    'deleted file': ({ others }) => object(addressFor(others, { id: unusedId })),
  },

  // Public to anyone who knows the URL.
  'GET /api/storage/public/profile-photos/:user/:name': {
    "another user's photo": ({ others }) => ({ url: others.photo, reveals: others }),
    'photo under another user': ({ own, others }) => ({
      url: others.photo.replace(others.userId, own.userId),
    }),
    'photo of a deleted account': ({ deleted }) => ({ url: deleted.photo }),
    'another file name': ({ others }) => ({ url: others.photo.replace(/[^/]+$/, 'photo.jpg') }),
    malformed: () => ({ url: '/api/storage/public/profile-photos/not-an-id/photo.jpg' }),
  },
  'POST /api/storage/profile-photos': {
    own: async () => ({ url: '/api/storage/profile-photos', form: await photo() }),
    malformed: () => ({ url: '/api/storage/profile-photos', form: new FormData() }),
  },
  'GET /api/storage/list/:bucket': {
    own: () => ({ url: '/api/storage/list/log-files' }),
    "another user's folder": ({ others }) => ({
      url: `/api/storage/list/log-files?prefix=../${others.userId}/`,
    }),
    malformed: () => ({ url: '/api/storage/list/anything' }),
  },
  'GET /api/export': plain('/api/export'),

  'GET /api/health/live': plain('/api/health/live'),
  'GET /api/health/ready': plain('/api/health/ready'),
  'GET /api/openapi.json': plain('/api/openapi.json'),
  'GET /api/docs': plain('/api/docs'),
  'GET /api/live': plain('/api/live'),
  'GET /': { plain: () => ({ url: '/' }), 'with a month': () => ({ url: '/?month=2026-01' }) },
  'GET /auth': plain('/auth'),
  'GET /profile': plain('/profile'),
  'GET /app/offline': plain('/app/offline'),
  'GET /manifest.webmanifest': plain('/manifest.webmanifest'),
  'GET /service-worker.js': plain('/service-worker.js'),
  'GET /mail/stop': stopVariants,
  'POST /mail/stop': stopVariants,
  'GET /api/dev/mailbox': mailboxVariants('/api/dev/mailbox'),
  'GET /dev/mailbox': mailboxVariants('/dev/mailbox'),
};
