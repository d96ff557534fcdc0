// Everything that can happen to an invitation, at the same time: one outcome, and no request fails (R-E1, R-E2).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { TestApp } from '#tests/support/app.ts';
import { blockedBy } from '#tests/support/blocked-by.ts';
import type { Answer, Caller } from '#tests/support/caller.ts';
import { mailedTokens, runJob, signUpVerified, startMailingApp, work } from '#tests/support/mail.ts';
import { exhaustMailLimits, forgetMailLimits, writeShared } from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  acceptLink,
  answerRequest,
  endRelationship,
  invitationsOf,
  inviteManager,
  newAddress,
  relationshipsOf,
  withdrawInvitation,
} from '#tests/support/teams.ts';

let app: TestApp;
let sink: SmtpSink;
let ben: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  ben = await signUpVerified(app, 'Ben Ortiz');
});
afterAll(() => app.close());

const startOver = () =>
  app.database.asOwner((db) =>
    db.query(`delete from limit_hits; delete from team_relationships; delete from team_invitations`),
  );

const statuses = (answers: Answer[]) => new Set(answers.map(({ status }) => status));
const deleteAccount = (caller: Caller) => caller.call('POST /api/functions/v1/delete-account', { body: {} });

/** A pending invitation of Ben's to a manager, with a token of its link. */
async function request(manager: Caller): Promise<{ id: string; token: string }> {
  const { id } = (await inviteManager(ben, manager.email)).json;
  const token = newToken();
  await app.database.asOwner((db) =>
    db.query(
      `update team_invitations set token_hash = $2, expires_at = now() + interval '1 day' where id = $1`,
      [...[id, hashToken(token)]],
    ),
  );
  return { id, token };
}

it('accepting in the panel and by the link, declining, withdrawing and ending leave one outcome', async () => {
  const dana = await signUpVerified(app, 'Dana Reed');
  for (let round = 0; round < 5; round++) {
    await startOver();
    const { id, token } = await request(dana);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => [
        answerRequest(dana, id),
        acceptLink(dana, token),
        answerRequest(dana, id, 'declined'),
        withdrawInvitation(ben, id),
        endRelationship(ben, id),
      ]).flat(),
    );
    for (const status of statuses(answers)) expect([200, 404]).toContain(status);
    const [seen, own] = [await relationshipsOf(dana), await relationshipsOf(ben)];
    const accepted = seen.filter(({ status }) => status === 'accepted');
    expect(own.map(({ relationship_id }) => relationship_id)).toEqual(
      accepted.map(({ relationship_id }) => relationship_id),
    );
    expect((await invitationsOf(ben)).filter(({ status }) => status === 'pending')).toEqual([]);
  }
});

it('accepting while either party deletes the account ends without a relationship, and without a failure', async () => {
  for (const leaver of ['manager', 'employee'] as const) {
    const [manager, employee] = [await signUpVerified(app), await signUpVerified(app)];
    const { id } = (await inviteManager(employee, manager.email)).json;
    const gone = leaver === 'manager' ? manager : employee;
    const answers = await Promise.all([
      ...Array.from({ length: 9 }, () => answerRequest(manager, id)),
      deleteAccount(gone),
      ...Array.from({ length: 9 }, () => answerRequest(manager, id)),
    ]);
    for (const status of statuses(answers)) expect([200, 401, 404]).toContain(status);
    expect(await relationshipsOf(leaver === 'manager' ? employee : manager)).toEqual([]);
  }
});

it('an address that is verified while it is invited gets the request, whichever is first', async () => {
  for (let round = 0; round < 4; round++) {
    await startOver();
    const newcomer = await app.signUp();
    const [token] = await mailedTokens(app, sink, newcomer.email, 'verify');
    const [invited, verified] = await Promise.all([
      inviteManager(ben, newcomer.email),
      newcomer.call('POST /api/auth/verify', { body: { token } }),
    ]);
    expect([invited.status, verified.status]).toEqual([200, 200]);
    expect(await relationshipsOf(newcomer)).toMatchObject([{ status: 'pending' }]);
  }
});

it('verification, held invitations and shared entries, withdrawing and the mail jobs do not block each other', async () => {
  await startOver();
  const [eve, boss] = [await app.signUp(), await signUpVerified(app)];
  const ids: string[] = [];
  for (const to of [boss.email, newAddress(), newAddress()]) ids.push((await inviteManager(eve, to)).json.id);
  const [token] = await mailedTokens(app, sink, eve.email, 'verify');
  const answers = await Promise.all([
    eve.call('POST /api/auth/verify', { body: { token } }),
    ...ids.slice(1).map((id) => withdrawInvitation(eve, id)),
    ...Array.from({ length: 3 }, () => writeShared(eve, { manager_email: boss.email })),
    inviteManager(ben, boss.email),
    runJob(app, 'release-mails').then(() => ({ status: 200 }) as Answer),
    runJob(app, 'expire-invitations').then(() => ({ status: 200 }) as Answer),
  ]);
  expect([...statuses(answers)]).toEqual([200]);
  await work(app);
  expect((await relationshipsOf(boss)).map(({ employee_id: id }) => id).sort()).toEqual(
    [eve.userId, ben.userId].sort(),
  );
});

it('an invitation that is withdrawn while its waiting email is released is not sent', async () => {
  await startOver();
  const eve = await signUpVerified(app);
  await exhaustMailLimits(app, eve);
  const to = newAddress();
  const { json } = await inviteManager(eve, to);
  expect(json.email_state).toBe('waiting');
  await forgetMailLimits(app);
  await blockedBy(
    app,
    `select pg_advisory_xact_lock(hashtextextended('teams', 0))`,
    [],
    [() => withdrawInvitation(eve, json.id), () => runJob(app, 'release-mails')],
  );
  await work(app);
  expect(sink.received.filter((email) => email.to.includes(to))).toEqual([]);
  expect(await invitationsOf(eve)).toEqual([]);
});

it('20 parallel invitations of an employee by 20 managers open 20 requests', async () => {
  await startOver();
  const employee = await signUpVerified(app);
  // Users without a password: only their rows matter.
  await app.database.asOwner((db) =>
    db.query(
      `with managers as (
         insert into users (id, email, email_verified_at)
         select gen_random_uuid(), 'manager' || n || '@example.org', now() from generate_series(1, 19) n returning id, email)
       , named as (insert into profiles (user_id, full_name, email) select id, 'A Manager', email from managers)
       insert into team_invitations (id, manager_id, employee_email) select gen_random_uuid(), id, $1 from managers`,
      [employee.email],
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      inviteManager(employee, n === 0 ? ben.email : newAddress(), { id: newId() }),
    ),
  );
  expect([...statuses(answers)]).toEqual([200]);
  expect(await relationshipsOf(employee)).toHaveLength(19);
  expect(await relationshipsOf(ben)).toHaveLength(1);
});
