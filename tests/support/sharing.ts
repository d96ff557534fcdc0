// Helpers for tests of sharing entries.
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Shoutout } from '#features/shoutouts/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';
import type { Caller, ProblemBody } from './caller.ts';
import { mails } from './mail.ts';

let people = 0;
/** An address that no account has. */
export const stranger = () => `colleague${++people}@example.net`;

export const teammate = (email: string, more: object = {}) => ({
  id: newId(),
  email,
  message: 'Thank you',
  ...more,
});

/** Writes an entry. `body` may share it. */
export const writeShared = (caller: Caller, body: object = {}) =>
  caller.call<CheckIn & ProblemBody>('POST /api/check_ins', {
    body: { id: newId(), content: 'Shipped it', ...body },
  });

/** Shares an entry that is on the timeline. */
export const shareEntry = (caller: Caller, check_in_id: string, managerEmail: string) =>
  caller.call<CheckIn & ProblemBody>('POST /api/functions/v1/send-manager-snapshot', {
    body: { check_in_id, managerEmail, employeeName: 'Ignored', appUrl: 'https://a.example' },
  });

export const stopSharing = (caller: Caller, id: string) =>
  caller.call<CheckIn>('DELETE /api/check_ins/:id/share', { params: { id } });

export const readEntry = async (caller: Caller, id: string) =>
  (await caller.call<CheckIn>('GET /api/check_ins/:id', { params: { id } })).json;

export const timelineOf = async (caller: Caller) =>
  (await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

export const shoutoutsOf = async (caller: Caller) =>
  (await caller.call<{ rows: Shoutout[] }>('GET /api/shoutouts')).json.rows;

/** The states of the emails to an address, oldest first. */
export const mailStates = async (app: TestApp, to: string) =>
  (await mails(app, to)).map(({ state }) => state);

/** Removes what counts toward the limits of email to strangers. */
export const forgetMailLimits = (app: TestApp) =>
  app.database.asOwner((db) => db.query(`delete from limit_hits where kind = 'mail to a stranger'`));

/** Uses up the emails to strangers that the user can send today: further ones wait. */
export const exhaustMailLimits = (app: TestApp, { userId }: Caller) =>
  app.database.asOwner((db) =>
    db.query(
      `insert into limit_hits (kind, key, at)
       select 'mail to a stranger', 'from ' || $1::text, clock_timestamp() from generate_series(1, 20)`,
      [userId],
    ),
  );
