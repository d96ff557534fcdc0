// No number of the contract is a decoy: what the database does changes with each constant that it gets.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits as accountLimits } from '#features/accounts/constants.ts';
import { rotateSession } from '#features/accounts/server/session-store.ts';
import { mayDeleteAccount } from '#features/accounts/server/store.ts';
import { eventLimits } from '#features/billing/constants.ts';
import { limits as checkInLimits } from '#features/check-ins/constants.ts';
import { shareLimits } from '#features/sharing/constants.ts';
import { limits as goalLimits } from '#features/goals/constants.ts';
import { requestTips } from '#features/playbook/server/store.ts';
import { tipsLimits } from '#features/playbook/tips-constants.ts';
import { limits as profileLimits } from '#features/profile/constants.ts';
import { takeSlug } from '#features/profile/server/store.ts';
import { limits as resumeLimits } from '#features/resume/constants.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { limits as teamLimits } from '#features/teams/constants.ts';
import { memberLimits } from '#features/teams/member-constants.ts';
import {
  addInvitation,
  askManager,
  declinedUntil,
  invitationRefusal,
  noteMail,
} from '#features/teams/server/invitation-store.ts';
import { visitMember } from '#features/teams/server/member-store.ts';
import { relationships } from '#features/teams/server/store.ts';
import { limits as vouchLimits } from '#features/vouches/constants.ts';
import { requestLimits } from '#features/vouches/request-constants.ts';
import { addRequest } from '#features/vouches/server/request-store.ts';
import { noteToken, setWithdrawn } from '#features/vouches/server/store.ts';
import { newId } from '#platform/clock/id.ts';
import { callSignature } from '#platform/database/call-signatures.ts';
import { rolesOf } from '#platform/database/roles.ts';
import { readFunctions, withRoles } from '#platform/database/sql-files.ts';
import { query } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { mailLimits } from '#platform/mail/mail-limits.ts';
import { recentMailAbout } from '#platform/mail/mailer.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { schemaFiles, sqlValues } from './schema.ts';

let app: TestApp;
let ada: Caller;
let bo: Caller;
beforeAll(async () => {
  app = await startApp();
  [ada, bo] = [await app.signUp('Ada Example'), await app.signUp('Bo Example')];
});
afterAll(() => app.close());

/** A transaction of the owner in which Ada is the viewer. */
type Seen = {
  tx: Tx;
  /** The first column of the first row. */
  value(text: string, values?: unknown[]): Promise<unknown>;
  run(text: string, values?: unknown[]): Promise<void>;
};

/** Runs work with the functions as they are with the current constants, and rolls everything back. */
function observed(work: (seen: Seen) => Promise<unknown>): Promise<unknown> {
  return app.database.asOwner(async (owner) => {
    await owner.query('begin');
    try {
      await applyChanged(owner);
      await owner.query('select from app.enter($1)', [hashToken(accessTokenOf(ada))]);
      const rows = async (text: string, values: unknown[] = []) =>
        (await owner.query<unknown[]>({ text, values, rowMode: 'array' })).rows;
      const tx: Tx = {
        // Without its name: the connection forgets prepared statements after each use.
        query: (statement, values = []) => query(owner, { ...statement, name: undefined }, values),
        sign: (...parts) => callSignature(app.database.app, parts),
        enqueue: () => Promise.reject(new Error('Not part of these observations.')),
      };
      return await work({
        tx,
        value: async (text, values) => (await rows(text, values))[0]?.[0],
        run: async (text, values) => void (await rows(text, values)),
      });
    } finally {
      await owner.query('rollback');
    }
  });
}

async function applyChanged(owner: pg.ClientBase): Promise<void> {
  const applied = new Map(readFunctions(schemaFiles).map(({ name, checksum }) => [name, checksum]));
  for (const file of readFunctions({ ...schemaFiles, values: sqlValues() })) {
    if (applied.get(file.name) !== file.checksum)
      await owner.query(withRoles(file.text, rolesOf('logbook', null)));
  }
}

const accessTokenOf = ({ cookies }: Caller) =>
  Object.entries(cookies).find(([name]) => name.endsWith('access'))![1];

const bytes = (text: string) => Buffer.from(text);

async function addMail({ run }: Seen, mail: { id: string; state: string; kind?: string; to?: string }) {
  const { id, state, kind = 'test', to = 'reference@example.com' } = mail;
  await run(
    `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state, created_at)
     values ($1::uuid, app.viewer(), $2, $3, false, 'Subject', 'Ada', ($1::uuid)::text, $4, now() - interval '30 hours')`,
    [id, to, kind, state],
  );
}

async function addVouch({ run }: Seen, columns: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = { id, user_id: ada.userId, ...vouch, ...columns };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await run(`insert into vouches (${names.join(', ')}) values (${places.join(', ')})`, Object.values(row));
  return id;
}
const vouch = {
  project_name: 'Project',
  project_context: 'Context',
  individual_contribution: 'Contribution',
  reference_name: 'Reference',
  reference_email: 'reference@example.com',
  reference_position: 'Lead',
};

async function addInvitationTo(
  { run }: Seen,
  columns: { address: string; status?: string; closedAgo?: string; mail?: string },
): Promise<string> {
  const { address, status = 'pending', closedAgo = null, mail = null } = columns;
  const id = newId();
  await run(
    `insert into team_invitations (id, employee_id, manager_email, status, closed_at, declined_at, mail_id, email_state)
     values ($1, app.viewer(), $2, $3, now() - $4::interval,
       case when $3 = 'declined' then now() - $4::interval end, $5, case when $5::uuid is not null then 'waiting' end)`,
    [id, address, status, closedAgo, mail],
  );
  return id;
}

async function addRelationship({ run }: Seen, columns: { status: string; lookedAgo?: string }) {
  await run(
    `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at, looked_at)
     values (gen_random_uuid(), app.viewer(), $1, $2, $1, case when $2 = 'accepted' then now() end, now() - $3::interval)`,
    [bo.userId, columns.status, columns.lookedAgo ?? null],
  );
}

const strangers =
  "insert into limit_hits (kind, key) select 'mail to a stranger', $1 from generate_series(1, 2)";
const roomOf = async ({ run, value }: Seen, key: string) => {
  await run(strangers, [key]);
  return value(`select app.has_mail_room('test', app.viewer(), 'stranger@example.com')`);
};
const linkDays = (table: string) =>
  `select round(extract(epoch from expires_at - sent_at) / 86400) from ${table}`;
const isKept = (since: string, ago: string) => (seen: Seen) =>
  seen.value(`select now() - $1::interval >= app.${since}()`, [ago]);

type Observation = [
  constants: object,
  key: string,
  other: number,
  what: string,
  see: (seen: Seen) => unknown,
];
const observations: Observation[] = [
  [
    accountLimits,
    'refreshReuseSeconds',
    30,
    'a replaced access token works',
    async ({ run, value }) => {
      await run(
        `update sessions set previous_access_hash = '\\x01', rotated_at = now() - interval '20 s' where user_id = $1`,
        [ada.userId],
      );
      return value(`select user_id from app.enter('\\x01')`);
    },
  ],
  [
    accountLimits,
    'refreshReuseSeconds',
    30,
    'a spent refresh token finds its successor',
    async ({ run, tx, value }) => {
      const current = (await value('select refresh_hash from sessions where user_id = $1', [
        ada.userId,
      ])) as Buffer;
      await run(
        `insert into spent_refresh_tokens (hash, session_id, spent_at)
       select '\\x02', id, now() - interval '20 s' from sessions where user_id = $1`,
        [ada.userId],
      );
      const lives = { accessLife: 60, refreshLife: 60 };
      const rotation = { oldRefresh: Buffer.of(2), newAccess: Buffer.of(3), newRefresh: current, ...lives };
      return rotateSession(tx, rotation);
    },
  ],
  [
    accountLimits,
    'refreshDays',
    90,
    'spent refresh tokens are kept',
    isKept('spent_tokens_kept_since', '70 days'),
  ],
  [
    accountLimits,
    'recentSignInMinutes',
    120,
    'a deletion needs no password',
    async ({ run, tx, value }) => {
      await run(`update sessions set signed_in_at = now() - interval '90 minutes' where user_id = $1`, [
        ada.userId,
      ]);
      const session = (await value('select id from sessions where user_id = $1', [ada.userId])) as string;
      return mayDeleteAccount(tx, session, null);
    },
  ],
  [
    accountLimits,
    'formerAddressDays',
    120,
    'a former address can vouch',
    async ({ run, value }) => {
      await run(
        `insert into former_mailboxes (user_id, mailbox, left_at) values ($1, 'left@example.com', now() - interval '100 days')`,
        [ada.userId],
      );
      return value(`select app.can_vouch_for($1, 'left@example.com')`, [ada.userId]);
    },
  ],
  [
    accountLimits,
    'formerAddressDays',
    120,
    'former mailboxes are kept',
    isKept('former_mailboxes_kept_since', '100 days'),
  ],
  [checkInLimits, 'daysInBin', 40, 'deleted entries are kept', isKept('check_ins_kept_since', '35 days')],
  [goalLimits, 'daysKept', 40, 'deleted goals are kept', isKept('goals_kept_since', '35 days')],
  [resumeLimits, 'undoMinutes', 120, 'deleted résumés are kept', isKept('resumes_kept_since', '90 minutes')],
  [vouchLimits, 'undoMinutes', 120, 'deleted vouches are kept', isKept('vouches_kept_since', '90 minutes')],
  [teamLimits, 'daysKept', 40, 'closed invitations are kept', isKept('invitations_kept_since', '35 days')],
  [
    eventLimits,
    'daysKept',
    120,
    'events of the provider are kept',
    isKept('billing_events_kept_since', '100 days'),
  ],
  [
    teamLimits,
    'linkDays',
    20,
    'the link of a posted invitation is valid',
    async (seen) => {
      const invitationId = await addInvitationTo(seen, { address: 'boss@example.com' });
      await noteMail(seen.tx, { invitationId, tokenHash: bytes('link'), mailId: newId(), state: null });
      return seen.value(linkDays('team_invitations'));
    },
  ],
  [
    teamLimits,
    'linkDays',
    20,
    'the link of an invitation is valid that waited',
    async (seen) => {
      const mail = newId();
      await addMail(seen, { id: mail, state: 'waiting' });
      await addInvitationTo(seen, { address: 'boss@example.com', mail });
      await seen.run(`update mails set state = 'queued' where id = $1`, [mail]);
      return seen.value(linkDays('team_invitations'));
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'the wait after a decline is named',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return declinedUntil(seen.tx, 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'an invitation after a decline is refused',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return invitationRefusal(seen.tx, 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'an invitation after a decline is not stored',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      return addInvitation(seen.tx, newId(), 'manager', 'boss@example.com');
    },
  ],
  [
    teamLimits,
    'declinedDays',
    10,
    'sharing asks again after a decline',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com', status: 'declined', closedAgo: '8 days' });
      await askManager(seen.tx, 'boss@example.com');
      return seen.value('select count(*) from team_invitations');
    },
  ],
  [
    teamLimits,
    'pending',
    1,
    'a second invitation is refused',
    async (seen) => {
      await addInvitationTo(seen, { address: 'boss@example.com' });
      return invitationRefusal(seen.tx, 'manager', 'other@example.com');
    },
  ],
  [
    teamLimits,
    'relationships',
    0,
    'relationships are listed',
    async (seen) => {
      await addRelationship(seen, { status: 'accepted' });
      return (await relationships(seen.tx)).length;
    },
  ],
  [
    teamLimits,
    'requests',
    0,
    'requests are listed',
    async (seen) => {
      await addRelationship(seen, { status: 'pending' });
      return (await relationships(seen.tx)).length;
    },
  ],
  [
    memberLimits,
    'minutesBetweenLooks',
    2,
    'a look is noted',
    async (seen) => {
      await seen.run(`update app.billing set driver = 'included'`);
      await addRelationship(seen, { status: 'accepted', lookedAgo: '90 s' });
      await visitMember(seen.tx, bo.userId);
      return seen.value('select looked_at >= now() from team_relationships');
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a new vouch is valid',
    async (seen) => {
      await addVouch(seen);
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a posted vouch is valid',
    async (seen) => {
      const vouchId = await addVouch(seen, { expires_at: '2026-01-01' });
      await noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'linkDays',
    40,
    'the link of a vouch is valid that waited',
    async (seen) => {
      const mail = newId();
      await addMail(seen, { id: mail, state: 'waiting' });
      await addVouch(seen, { mail_id: mail, email_state: 'waiting', expires_at: '2026-01-01' });
      await seen.run(`update mails set state = 'queued' where id = $1`, [mail]);
      return seen.value(linkDays('vouches'));
    },
  ],
  [
    vouchLimits,
    'resends',
    1,
    'the email of a vouch is sent again',
    async (seen) => {
      const vouchId = await addVouch(seen, { mail_id: newId(), resends: 2 });
      return noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
    },
  ],
  [
    vouchLimits,
    'resends',
    5,
    'the email of a vouch is sent a fifth time',
    async (seen) => {
      const vouchId = await addVouch(seen, { mail_id: newId(), resends: 4 });
      return noteToken(seen.tx, { vouchId, tokenHash: bytes('link'), mailId: newId(), gap: 0 });
    },
  ],
  [
    vouchLimits,
    'undoMinutes',
    120,
    'withdrawing a vouch is undone',
    async (seen) => {
      const columns = { status: 'withdrawn', withdrawn_at: new Date(Date.now() - 90 * 60_000) };
      return setWithdrawn(seen.tx, await addVouch(seen, columns), false);
    },
  ],
  [
    requestLimits,
    'hoursOfOneRequest',
    48,
    'the same request is stored again',
    async (seen) => {
      await seen.run(`update profiles set slug = 'ada-example', is_public = true where user_id = $1`, [
        ada.userId,
      ]);
      const verified = { status: 'verified', verified_at: new Date(), content_sha256: bytes('hash') };
      const id = await addVouch(seen, verified);
      await seen.run(
        `insert into vouch_verification_requests (user_id, vouch_id, requester_name, requester_email, message, created_at)
       values ($1, $2, 'Eve', 'eve@example.com', 'Is it true?', now() - interval '30 hours')`,
        [ada.userId, id],
      );
      const publicId = (await seen.value('select public_id from vouches where id = $1', [id])) as string;
      const request = { requester_name: 'Eve', requester_email: 'eve@example.com', message: 'Is it true?' };
      await addRequest(seen.tx, publicId, request);
      return seen.value('select count(*) from vouch_verification_requests');
    },
  ],
  [
    profileLimits,
    'earlierSlugs',
    0,
    'a slug is replaced',
    async (seen) => {
      await takeSlug(seen.tx, 'ada-before');
      return takeSlug(seen.tx, 'ada-after');
    },
  ],
  [
    profileLimits,
    'earlierSlugDays',
    120,
    'a replaced slug is reserved',
    async (seen) => {
      await takeSlug(seen.tx, 'ada-before');
      await takeSlug(seen.tx, 'ada-after');
      return seen.value('select round(extract(epoch from ends_at - now()) / 86400) from earlier_slugs');
    },
  ],
  [
    tipsLimits,
    'confirmDays',
    20,
    'a sign-up for the tips can be confirmed',
    async ({ tx, value }) => {
      await requestTips(tx, { id: newId(), address: 'tips@example.com', tokenHash: bytes('link') });
      return value('select round(extract(epoch from ends_at - requested_at) / 86400) from tips_signups');
    },
  ],
  [
    tipsLimits,
    'hoursBetweenLinks',
    48,
    'another link for the tips is sent',
    async (seen) => {
      await addMail(seen, { id: newId(), state: 'sent', kind: 'tips-confirmation', to: 'tips@example.com' });
      return requestTips(seen.tx, { id: newId(), address: 'tips@example.com', tokenHash: bytes('link') });
    },
  ],
  [
    shareLimits,
    'daysBetweenEmails',
    1,
    'an email about an entry is recent',
    async (seen) => {
      const [mail, entry] = [newId(), newId()];
      await addMail(seen, { id: mail, state: 'sent', to: 'boss@example.com' });
      await seen.run('update mails set check_in_id = $2 where id = $1', [mail, entry]);
      const recent = await recentMailAbout(seen.tx, entry, 'boss@example.com', shareLimits.daysBetweenEmails);
      return recent === mail;
    },
  ],
  [
    shoutoutLimits,
    'excerpt',
    50,
    'the excerpt of a released shoutout',
    async ({ run, value }) => {
      const entry = newId();
      await run(
        `insert into check_ins (id, user_id, content, search_text) values ($1, app.viewer(), $2, '')`,
        [entry, 'a'.repeat(80)],
      );
      await run(
        `insert into shoutouts (id, sender_id, recipient_email, message, check_in_id)
       values ($1, app.viewer(), 'stranger@example.com', 'Thanks', $2)`,
        [newId(), entry],
      );
      await run('update shoutouts set held = true');
      await run('select app.release_held_mails(app.viewer())');
      return value('select length(excerpt) from shoutouts');
    },
  ],
  [
    mailLimits,
    'perDayToRecipient',
    2,
    'there is room for a recipient',
    (seen) => roomOf(seen, 'to stranger@example.com'),
  ],
  [
    mailLimits,
    'perDayFromSender',
    2,
    'there is room for a sender',
    (seen) => roomOf(seen, `from ${ada.userId}`),
  ],
  [
    mailLimits,
    'perDayOfPair',
    2,
    'there is room for a pair',
    (seen) => roomOf(seen, `from ${ada.userId} to stranger@example.com`),
  ],
  [
    mailLimits,
    'waiting',
    0,
    'too many emails of a sender wait',
    async (seen) => {
      await addMail(seen, { id: newId(), state: 'waiting' });
      return seen.value(`select app.is_mail_queue_over(app.viewer(), 'stranger@example.com')`);
    },
  ],
];

test.each(observations)(
  '$1 with $2 instead changes whether or how $3',
  async (constants, key, other, _what, see) => {
    const before = await observed(async (seen) => see(seen));
    const current = Object.getOwnPropertyDescriptor(constants, key)!;
    try {
      Object.assign(constants, { [key]: other });
      expect(await observed(async (seen) => see(seen))).not.toEqual(before);
    } finally {
      Object.defineProperty(constants, key, current);
    }
  },
);

test('every value is used by a function', () => {
  const placeholders = Object.fromEntries(Object.keys(sqlValues()).map((name) => [name, `value of ${name}`]));
  const text = readFunctions({ ...schemaFiles, values: placeholders })
    .map((file) => file.text)
    .join('\n');
  expect(Object.values(placeholders).filter((value) => !text.includes(value))).toEqual([]);
});
