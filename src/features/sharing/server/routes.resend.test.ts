// "Send again" for a failed email of an entry or a shoutout (R-J1).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { shareLimits } from '../constants.ts';
import type { Shoutout } from '#features/shoutouts/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { delivered, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import {
  exhaustMailLimits,
  mailStates,
  readEntry,
  shoutoutsOf,
  stranger,
  teammate,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
beforeEach(async () => {
  ada = await signUpVerified(app, 'Ada Example');
  sink.received = [];
});
afterAll(() => app.close());

const again = (caller: Caller, id: string, to: 'manager' | 'teammate') =>
  caller.call<CheckIn & ProblemBody>('POST /api/check_ins/:id/send_again', { params: { id }, body: { to } });
const shoutoutAgain = (caller: Caller, id: string) =>
  caller.call<Shoutout & ProblemBody>('POST /api/shoutouts/:id/send_again', { params: { id } });

/** Has the mail server refuse all emails that are ready to be sent. */
async function refuseAll() {
  sink.behave = () => ({ at: 'recipient', code: 550, text: '5.1.1 no such user' });
  await work(app);
  sink.behave = () => 'take';
}

describe('a failed email', () => {
  it('of an entry to its manager and its teammate is sent again, once each', async () => {
    const [boss, bo] = [stranger(), stranger()];
    const { json: entry } = await writeShared(ada, { manager_email: boss, teammate: teammate(bo) });
    await refuseAll();
    const failed = { manager_email_state: 'failed', teammate_email_state: 'failed' };
    expect(await readEntry(ada, entry.id)).toMatchObject(failed);

    for (const to of ['manager', 'teammate'] as const) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => again(ada, entry.id, to)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await readEntry(ada, entry.id)).toEqual(entry);
    for (const to of [boss, bo]) expect(await delivered(app, sink, to)).toHaveLength(1);
    expect((await shoutoutsOf(ada))[0]).toMatchObject({ email: null, excerpt: 'Shipped it' });
  });

  it('of a shoutout is sent again, and fails again if it must', async () => {
    const to = stranger();
    const body = { id: newId(), recipient_email: to, message: 'Thanks' };
    await ada.call('POST /api/shoutouts', { body });
    await refuseAll();
    expect((await shoutoutAgain(ada, body.id)).json.email).toBeNull();
    await refuseAll();
    expect((await shoutoutsOf(ada))[0]!.email).toBe('failed');
    await app.database.asOwner((db) => db.query('insert into mail_suppressions (address) values ($1)', [to]));
    expect((await shoutoutAgain(ada, body.id)).json.email).toBe('failed');
    expect(await delivered(app, sink, to)).toEqual([]);
  });

  it('counts toward the same limits as the first one', async () => {
    const [boss, bo] = [stranger(), stranger()];
    const { json: entry } = await writeShared(ada, { manager_email: boss, teammate: teammate(bo) });
    await refuseAll();
    await exhaustMailLimits(app, ada);
    expect((await again(ada, entry.id, 'teammate')).json.teammate_email_state).toBe('waiting');
    await app.database.asOwner((db) =>
      db.query(`insert into limit_hits (kind, key) select 'manager email', $1 from generate_series(1, $2)`, [
        ada.userId,
        shareLimits.managerEmailsPerHour,
      ]),
    );
    const { status, json } = await again(ada, entry.id, 'manager');
    expect([status, json.code]).toEqual([429, 'too_many_manager_emails']);
    expect(await mailStates(app, boss)).toEqual(['refused']);
  });

  it('is not sent again for an entry in the bin, or by anyone else', async () => {
    const { json: entry } = await writeShared(ada, {
      manager_email: stranger(),
      teammate: teammate(stranger()),
    });
    await refuseAll();
    const [shoutout] = await shoutoutsOf(ada);
    const bo = await signUpVerified(app);
    expect((await again(bo, entry.id, 'manager')).status).toBe(404);
    expect((await shoutoutAgain(bo, shoutout!.id)).status).toBe(404);
    await ada.call('DELETE /api/check_ins/:id', { params: { id: entry.id } });
    for (const to of ['manager', 'teammate'] as const)
      expect((await again(ada, entry.id, to)).status).toBe(404);
  });
});

describe('an email that did not fail', () => {
  it('is not sent again', async () => {
    const boss = stranger();
    const { json: entry } = await writeShared(ada, { manager_email: boss, teammate: teammate(stranger()) });
    for (const to of ['manager', 'teammate'] as const)
      expect((await again(ada, entry.id, to)).json).toEqual(entry);
    expect(await mailStates(app, boss)).toEqual(['queued']);
  });
});
