// Sharing an entry asks the owner of the address to be the manager; a connected manager gets no email (R-B6).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { managerMailKind } from './mails.tsx';
import type { TestApp } from '#tests/support/app.ts';
import { givePlan } from '#tests/support/billing.ts';
import type { Caller } from '#tests/support/caller.ts';
import { delivered, mails, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import { readEntry, shareEntry, stopSharing, stranger, writeShared } from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  acceptLink,
  answerRequest,
  connectThroughPanel,
  endRelationship,
  invitationsOf,
  invitationTokens,
  inviteTo,
  managerAccessOf,
  relationshipsOf,
  withdrawInvitation,
} from '#tests/support/teams.ts';

let app: TestApp;
let sink: SmtpSink;
let ada: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  ada = await signUpVerified(app, 'Ada Example');
});
afterAll(() => app.close());

const share = async (manager_email: string) => {
  const { status, json } = await writeShared(ada, { manager_email });
  expect(status).toBe(200);
  return json;
};
/** The emails with an entry that were posted to a user. */
const snapshotsTo = async ({ email }: Caller) =>
  (await mails(app, email)).filter(({ kind }) => kind === managerMailKind);
const requestsTo = async (email: string) => (await invitationsOf(ada)).filter((row) => row.email === email);
const closedDaysAgo = (id: string, days: number) =>
  app.database.asOwner(async (db) => {
    const then = new Date(Date.now() - days * 86_400_000);
    await db.query(
      `update team_invitations set closed_at = $2, declined_at = case when declined_at is not null then $2::timestamptz end
       where id = $1`,
      [id, then],
    );
    await db.query(
      'update team_relationships set declined_at = $2 where id = $1 and declined_at is not null',
      [...[id, then]],
    );
  });

it('sharing with an address asks once, without a second email', async () => {
  const boss = stranger();
  await share(boss);
  const entry = await share(boss);
  await shareEntry(ada, entry.id, boss);
  expect(await requestsTo(boss)).toMatchObject([
    { type: 'manager', status: 'pending', expires_at: null, email_state: null },
  ]);
  const sent = await delivered(app, sink, boss);
  expect(sent).toHaveLength(2);
  expect(await invitationTokens(app, sink, boss)).toEqual([]);
});

it('the request can be emailed later, by its own link', async () => {
  const boss = await signUpVerified(app);
  await share(boss.email);
  const [request] = await requestsTo(boss.email);
  expect(request!.resend_from).not.toBeNull();
  const { status } = await ada.call('POST /api/functions/v1/send-team-invitation', {
    body: { email: boss.email, type: 'manager' },
  });
  expect(status).toBe(200);
  const [token] = await invitationTokens(app, sink, boss.email);
  expect((await acceptLink(boss, token!)).json.type).toBe('manager');
});

it('the owner of the address sees the request, and entries are no longer emailed once it is accepted', async () => {
  const boss = await signUpVerified(app, 'Dana Reed');
  await givePlan(app, boss);
  await share(boss.email);
  const [request] = await relationshipsOf(boss);
  expect(request).toMatchObject({ status: 'pending', employee_name: 'Ada Example', requested_by_me: false });
  await answerRequest(boss, request!.relationship_id);
  expect(await snapshotsTo(boss)).toHaveLength(1);
  const entry = await share(boss.email);
  expect(entry).toMatchObject({
    shared_with_manager: true,
    manager_email: boss.email,
    manager_email_state: null,
  });
  expect(await snapshotsTo(boss)).toHaveLength(1);
  expect(await requestsTo(boss.email)).toEqual([]);
  expect((await managerAccessOf(ada))[0]!.shared_with).toEqual([boss.email]);
  // Stopping, sharing again, deleting and restoring such an entry do not need an email, either.
  await stopSharing(ada, entry.id);
  expect((await shareEntry(ada, entry.id, boss.email)).json.shared_with_manager).toBe(true);
  await ada.call('DELETE /api/check_ins/:id', { params: { id: entry.id } });
  await ada.call('POST /api/check_ins/:id/restore', { params: { id: entry.id } });
  expect(await readEntry(ada, entry.id)).toMatchObject({
    shared_with_manager: true,
    manager_email_state: null,
  });
  expect(await snapshotsTo(boss)).toHaveLength(1);
});

it('a connected manager gets an entry from before the connection by email, because it stays hidden in Logbook', async () => {
  const boss = await signUpVerified(app);
  await givePlan(app, boss);
  const { json: entry } = await writeShared(ada);
  await connectThroughPanel(app, boss, ada);
  await shareEntry(ada, entry.id, boss.email);
  expect(await snapshotsTo(boss)).toHaveLength(1);
});

it('a connected manager without the Team plan, who does not see the entry, gets it by email', async () => {
  const boss = await signUpVerified(app);
  const id = await connectThroughPanel(app, boss, ada);
  await share(boss.email);
  expect(await snapshotsTo(boss)).toHaveLength(1);
  const ofBoss = async () => (await managerAccessOf(ada)).find((access) => access.id === id);
  expect(await ofBoss()).toMatchObject({ sees_now: false, shared_with: [boss.email] });
  await givePlan(app, boss);
  expect(await ofBoss()).toMatchObject({ sees_now: true });
  expect(await requestsTo(boss.email)).toEqual([]);
});

it('no one is asked again in the 7 days after they declined', async () => {
  const boss = await signUpVerified(app);
  await share(boss.email);
  const { id } = (await requestsTo(boss.email))[0]!;
  await answerRequest(boss, id, 'declined');
  await share(boss.email);
  expect(await relationshipsOf(boss)).toMatchObject([{ status: 'declined' }]);
  await closedDaysAgo(id, 8);
  await share(boss.email);
  expect(await relationshipsOf(boss)).toMatchObject([{ status: 'pending' }]);
});

it('no one is asked again in the 7 days after the request was withdrawn, or the relationship ended', async () => {
  const [boss, former] = [await signUpVerified(app), await signUpVerified(app)];
  await share(boss.email);
  await withdrawInvitation(ada, (await requestsTo(boss.email))[0]!.id);
  await endRelationship(former, await connectThroughPanel(app, former, ada));
  for (const manager of [boss, former]) {
    await share(manager.email);
    expect([await requestsTo(manager.email), await relationshipsOf(manager)]).toEqual([[], []]);
  }
});

it('the request of an unverified user waits for the verification (R-A3)', async () => {
  const eve = await app.signUp();
  const boss = await signUpVerified(app);
  await writeShared(eve, { manager_email: boss.email });
  expect(await relationshipsOf(boss)).toEqual([]);
  expect(await invitationsOf(eve)).toMatchObject([{ email: boss.email, status: 'pending' }]);
});

it('suggestions list connected managers first, by the address that the user knows', async () => {
  const ben = await signUpVerified(app);
  const [boss, unknown] = [await signUpVerified(app), stranger()];
  await connectThroughPanel(app, boss, ben);
  await writeShared(ben, { manager_email: unknown });
  const { json } = await ben.call<{ managers: string[] }>('GET /api/share_suggestions');
  expect(json.managers).toEqual([boss.email, unknown]);
});

it('is not asked again by sharing within 7 days of any end: of the relationship, or a decline of the request of the manager', async () => {
  const boss = await signUpVerified(app);
  await givePlan(app, boss);
  for (const ends of ['ended', 'declined'] as const) {
    const { id } = (await inviteTo(boss, ada.email)).json;
    await answerRequest(ada, id, ends === 'ended' ? 'accepted' : 'declined');
    if (ends === 'ended') await endRelationship(boss, id);
    await share(boss.email);
    expect(await requestsTo(boss.email)).toEqual([]);
  }
  await app.database.asOwner((db) =>
    db.query(`update team_relationships set declined_at = now() - interval '8 days' where manager_id = $1`, [
      boss.userId,
    ]),
  );
  await share(boss.email);
  expect(await requestsTo(boss.email)).toMatchObject([{ status: 'pending' }]);
});
