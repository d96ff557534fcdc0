// No number of the contract is a decoy: what the database does changes with each constant that it gets.
import { expect, test } from 'vitest';
import { limits as accountLimits } from '#features/accounts/constants.ts';
import { rotateSession } from '#features/accounts/server/session-store.ts';
import { mayDeleteAccount } from '#features/accounts/server/store.ts';
import { eventLimits } from '#features/billing/constants.ts';
import { shareLimits } from '#features/sharing/constants.ts';
import { requestTips } from '#features/playbook/server/store.ts';
import { tipsLimits } from '#features/playbook/tips-constants.ts';
import { limits as profileLimits } from '#features/profile/constants.ts';
import { takeSlug } from '#features/profile/server/store.ts';
import { limits as suggestionLimits } from '#features/suggestions/constants.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { limits as checkInLimits } from '#features/check-ins/constants.ts';
import { limits as goalLimits } from '#features/goals/constants.ts';
import { limits as resumeLimits } from '#features/resume/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { readFunctions } from '#platform/database/sql-files.ts';
import { mailLimits } from '#platform/mail/mail-limits.ts';
import { recentMailAbout } from '#platform/mail/mailer.ts';
import { schemaFiles, sqlValues } from './schema.ts';
import {
  addMail,
  roomOf,
  isKept,
  bytes,
  people,
  testConstants,
} from '#tests/support/constants-in-database.ts';

testConstants([
  [
    accountLimits,
    'refreshReuseSeconds',
    30,
    'a replaced access token works',
    async ({ run, value }) => {
      await run(
        `update sessions set previous_access_hash = '\\x01', rotated_at = now() - interval '20 s' where user_id = $1`,
        [people.ada.userId],
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
        people.ada.userId,
      ])) as Buffer;
      await run(
        `insert into spent_refresh_tokens (hash, session_id, spent_at)
       select '\\x02', id, now() - interval '20 s' from sessions where user_id = $1`,
        [people.ada.userId],
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
        people.ada.userId,
      ]);
      const session = (await value('select id from sessions where user_id = $1', [
        people.ada.userId,
      ])) as string;
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
        [people.ada.userId],
      );
      return value(`select app.can_vouch_for($1, 'left@example.com')`, [people.ada.userId]);
    },
  ],
  [
    accountLimits,
    'formerAddressDays',
    120,
    'former mailboxes are kept',
    isKept('former_mailboxes_kept_since', '100 days'),
  ],
  [suggestionLimits, 'days', 120, 'suggestions are kept', isKept('suggestions_kept_since', '100 days')],
  [
    suggestionLimits,
    'undoMinutes',
    120,
    'settled suggestions are kept',
    isKept('settled_suggestions_kept_since', '90 minutes'),
  ],
  [
    eventLimits,
    'daysKept',
    120,
    'events of the provider are kept',
    isKept('billing_events_kept_since', '100 days'),
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
    (seen) => roomOf(seen, `from ${people.ada.userId}`),
  ],
  [
    mailLimits,
    'perDayOfPair',
    2,
    'there is room for a pair',
    (seen) => roomOf(seen, `from ${people.ada.userId} to stranger@example.com`),
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
  [checkInLimits, 'daysInBin', 40, 'deleted entries are kept', isKept('check_ins_kept_since', '35 days')],
  [goalLimits, 'daysKept', 40, 'deleted goals are kept', isKept('goals_kept_since', '35 days')],
  [resumeLimits, 'undoMinutes', 120, 'deleted résumés are kept', isKept('resumes_kept_since', '90 minutes')],
]);

test('every value is used by a function', () => {
  const placeholders = Object.fromEntries(Object.keys(sqlValues()).map((name) => [name, `value of ${name}`]));
  const text = readFunctions({ ...schemaFiles, values: placeholders })
    .map((file) => file.text)
    .join('\n');
  expect(Object.values(placeholders).filter((value) => !text.includes(value))).toEqual([]);
});
