// Sharing at the same moment as something else that concerns the email: deleting the entry, verifying an address,
// stopping, releasing what waits, deleting an account.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from '#tests/support/app.ts';
import { blockedBy } from '#tests/support/blocked-by.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, mails, runJob, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import {
  forgetMailLimits,
  mailStates,
  readEntry,
  shareEntry,
  shoutoutsOf,
  stopSharing,
  stranger,
  teammate,
  exhaustMailLimits,
  writeShared,
} from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
});
afterAll(() => app.close());

const remove = (caller: Caller, id: string) =>
  caller.call<CheckIn>('DELETE /api/check_ins/:id', { params: { id } });

it('an entry that is deleted while it is shared is not emailed', async () => {
  const ada = await signUpVerified(app);
  for (let round = 0; round < 5; round++) {
    const boss = stranger();
    const { json: entry } = await writeShared(ada);
    const [shared, deleted] = await Promise.all([shareEntry(ada, entry.id, boss), remove(ada, entry.id)]);
    expect([200, 404]).toContain(shared.status);
    expect(deleted.status).toBe(200);
    expect((await readEntry(ada, entry.id)).deleted_at).not.toBeNull();
    expect(await mailStates(app, boss)).toEqual([]);
  }
});

it('an entry that is purged while it is shared is not emailed', async () => {
  const ada = await signUpVerified(app);
  const boss = stranger();
  const { json: entry } = await writeShared(ada);
  const [answer] = await blockedBy(
    app,
    'delete from check_ins where id = $1',
    [entry.id],
    [() => shareEntry(ada, entry.id, boss)],
  );
  expect(answer).toMatchObject({ status: 404 });
  expect(await mailStates(app, boss)).toEqual([]);
});

it('an email that is withdrawn while others are released does not keep them from being sent', async () => {
  const ada = await signUpVerified(app);
  const first = stranger();
  const others = [stranger(), stranger()];
  const [mail] = await waitingFor(ada, [first, ...others]);
  await forgetMailLimits(app);
  await blockedBy(app, 'delete from mails where id = $1', [mail], [() => runJob(app, 'release-mails')]);
  expect(await mailStates(app, first)).toEqual([]);
  for (const to of others) expect(await mailStates(app, to)).toEqual(['queued']);
});

/** Shares an entry with each of the addresses while the user's limits are used up. Returns the ids of the emails. */
async function waitingFor(caller: Caller, addresses: string[]): Promise<string[]> {
  await exhaustMailLimits(app, caller);
  for (const to of addresses)
    expect((await writeShared(caller, { manager_email: to })).json.manager_email_state).toBe('waiting');
  return (await Promise.all(addresses.map((to) => mails(app, to)))).flat().map(({ id }) => id);
}

it('verification succeeds while a held email is deleted', async () => {
  const ada = await app.signUp();
  const [gone, kept] = [stranger(), stranger()];
  for (const to of [gone, kept]) await writeShared(ada, { manager_email: to });
  const [token] = await mailedTokens(app, sink, ada.email, 'verify');
  const [answer] = await blockedBy(
    app,
    'delete from mails where recipient = $1',
    [gone],
    [() => ada.call('POST /api/auth/verify', { body: { token } })],
  );
  expect(answer).toMatchObject({ status: 200 });
  expect(await mailStates(app, kept)).toEqual(['queued']);
});

it('verification and the deletion of the account of a recipient both succeed', async () => {
  const [ada, bo] = [await app.signUp(), await signUpVerified(app)];
  for (let n = 0; n < 3; n++) await writeShared(ada, { teammate: teammate(bo.email) });
  const [token] = await mailedTokens(app, sink, ada.email, 'verify');
  // Both wait for the oldest email, the recipient first.
  const answers = await blockedBy(
    app,
    `select from mails where recipient = $1 and state = 'held' order by created_at, id limit 1 for update`,
    [bo.email],
    [
      () => bo.call('POST /api/functions/v1/delete-account'),
      () => ada.call('POST /api/auth/verify', { body: { token } }),
    ],
  );
  expect(answers.map((answer) => (answer as { status: number }).status)).toEqual([200, 200]);
  expect(await shoutoutsOf(ada)).toHaveLength(3);
});

it('an email that is being released when the user stops sharing is not sent', async () => {
  const ada = await signUpVerified(app);
  const boss = stranger();
  const [mail] = await waitingFor(ada, [boss]);
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ id: string }>('select id from check_ins where manager_mail_id = $1', [mail]),
  );
  await blockedBy(
    app,
    `update mails set state = 'queued' where id = $1`,
    [mail],
    [() => stopSharing(ada, rows[0]!.id)],
  );
  expect(await mailStates(app, boss)).toEqual([]);
});

it('two users who send a shoutout with the same id at the same time: one is refused, and nothing of theirs is stored', async () => {
  for (let round = 0; round < 3; round++) {
    const people = await Promise.all([signUpVerified(app), signUpVerified(app)]);
    const [id, entries, boss] = [newId(), [newId(), newId()], stranger()];
    const answers = await Promise.all(
      people.map((person, n) =>
        writeShared(person, {
          id: entries[n],
          manager_email: boss,
          teammate: teammate(stranger(), { id }),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(answers[loser]!.json.code).toBe('id_taken');
    expect((await readEntry(people[loser]!, entries[loser]!)).id).toBeUndefined();
    expect(await mailStates(app, boss)).toHaveLength(1);
  }
});
