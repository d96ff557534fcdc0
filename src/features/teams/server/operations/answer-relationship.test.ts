// Requests in the panel: who sees them, who answers them, and what ends them (R-E1, R-E7, R-E8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '#features/accounts/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { listen, withinOneSecond } from '#tests/access/socket.ts';
import type { TestApp } from '#tests/support/app.ts';
import { givePlan } from '#tests/support/billing.ts';
import type { Caller } from '#tests/support/caller.ts';
import { mailedTokens, markVerified, signUpVerified, startMailingApp } from '#tests/support/mail.ts';
import { writeShared } from '#tests/support/sharing.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  acceptLink,
  addVerifiedAddress,
  answerRequest,
  connectThroughPanel,
  endRelationship,
  forgetDeclines,
  invitationsOf,
  invitationTokens,
  inviteManager,
  inviteTo,
  managerAccessOf,
  newAddress,
  relationshipsOf,
  withdrawInvitation,
} from '#tests/support/teams.ts';

let app: TestApp;
let sink: SmtpSink;
/** On the Team plan. */
let dana: Caller;
let ben: Caller;
let eve: Caller;
beforeAll(async () => {
  ({ app, sink } = await startMailingApp());
  [dana, ben, eve] = [
    await signUpVerified(app, 'Dana Reed'),
    await signUpVerified(app, 'Ben Ortiz'),
    await signUpVerified(app, 'Eve Stone'),
  ];
  await givePlan(app, dana);
});
afterAll(() => app.close());

/** Removes all relationships and invitations. */
const startOver = () =>
  app.database.asOwner((db) =>
    db.query(`delete from limit_hits; delete from team_relationships; delete from team_invitations`),
  );

describe('a request', () => {
  it('is shown only to the invited user, who alone can accept or decline it', async () => {
    await startOver();
    const { id } = (await inviteTo(dana, ben.email)).json;
    expect(await relationshipsOf(ben)).toMatchObject([
      {
        relationship_id: id,
        status: 'pending',
        requested_by_me: false,
        manager_name: 'Dana Reed',
        accepted_at: null,
      },
    ]);
    for (const other of [dana, eve]) {
      expect(await relationshipsOf(other)).toEqual([]);
      for (const status of ['accepted', 'declined'] as const)
        expect((await answerRequest(other, id, status)).json.code).toBe('not_found');
      expect((await endRelationship(other, id)).json.code).toBe('not_found');
    }
    expect(await relationshipsOf(ben)).toMatchObject([{ status: 'pending' }]);
    const accepted = await answerRequest(ben, id);
    expect([accepted.status, accepted.json.status]).toEqual([200, 'accepted']);
    expect((await answerRequest(ben, id)).json).toEqual(accepted.json);
    expect((await answerRequest(ben, id, 'declined')).json.code).toBe('invitation_invalid');
    expect(await invitationsOf(dana)).toEqual([]);
    expect((await answerRequest(ben, newId())).status).toBe(404);
  });

  it('is accepted once by 20 parallel callers', async () => {
    await startOver();
    const { id } = (await inviteManager(ben, dana.email)).json;
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerRequest(dana, id)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.accepted_at}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    expect(await relationshipsOf(ben)).toHaveLength(1);
  });

  it('that is declined stays so for the sender, until it is replaced by a new one', async () => {
    await startOver();
    const { id } = (await inviteTo(dana, ben.email)).json;
    for (let n = 0; n < 2; n++)
      expect((await answerRequest(ben, id, 'declined')).json.status).toBe('declined');
    expect((await answerRequest(ben, id)).json.code).toBe('invitation_invalid');
    expect((await answerRequest(dana, id)).json.code).toBe('not_found');
    expect(await invitationsOf(dana)).toMatchObject([{ id, status: 'declined' }]);
    await forgetDeclines(app);
    const again = (await inviteTo(dana, ben.email)).json.id;
    expect(await relationshipsOf(ben)).toMatchObject([{ relationship_id: again, status: 'pending' }]);
  });

  it('shows the name of a verified user as written, in the panel and after accepting (R-A3)', async () => {
    await startOver();
    const name = 'María José Fernández de la Cruz & Søn, MSc. 4th';
    const maria = await signUpVerified(app, name);
    const { id } = (await inviteManager(maria, ben.email)).json;
    const own = { employee_name: name, manager_name: 'Ben Ortiz' };
    expect(await relationshipsOf(ben)).toMatchObject([own]);
    const [token] = (await invitationTokens(app, sink, ben.email)).slice(-1);
    expect((await acceptLink(ben, token!)).json).toMatchObject({
      relationship_id: id,
      manager_name: name,
    });
  });

  it('waits until the sender and the invited address are verified (R-A3)', async () => {
    await startOver();
    const [sender, newcomer] = [await app.signUp(), await app.signUp()];
    await inviteManager(sender, newcomer.email);
    const waiting = async (caller: Caller) =>
      (await caller.call<SignedIn>('GET /api/auth/user')).json.waiting.things;
    expect([await waiting(newcomer), await relationshipsOf(newcomer)]).toEqual([0, []]);
    await markVerified(app, sender);
    expect([await waiting(newcomer), await relationshipsOf(newcomer)]).toEqual([1, []]);
    const [token] = await mailedTokens(app, sink, newcomer.email, 'verify');
    await newcomer.call('POST /api/auth/verify', { body: { token } });
    expect(await relationshipsOf(newcomer)).toMatchObject([
      { status: 'pending', manager_id: newcomer.userId },
    ]);
  });

  it('to an extra address ends when that is removed, and is not inherited', async () => {
    await startOver();
    const email = newAddress();
    const verify = async (caller: Caller) => {
      const id = newId();
      await caller.call('POST /api/user_emails', { body: { id, email } });
      const token = (await mailedTokens(app, sink, email, 'verify')).at(-1);
      await caller.call('POST /api/auth/verify', { body: { token } });
      return id;
    };
    await inviteTo(dana, email);
    const extra = await verify(ben);
    expect(await relationshipsOf(ben)).toMatchObject([{ status: 'pending' }]);
    await ben.call('DELETE /api/user_emails/:id', { params: { id: extra } });
    expect(await relationshipsOf(ben)).toEqual([]);
    // The sender does not learn of it (R-A12).
    expect(await invitationsOf(dana)).toMatchObject([{ email, status: 'pending', email_state: null }]);
    await verify(eve);
    expect(await relationshipsOf(eve)).toEqual([]);
    const [token] = await invitationTokens(app, sink, email);
    expect((await acceptLink(eve, token!)).json.code).toBe('invitation_invalid');
  });

  it('ends when the invited user deletes the account, without the sender learning of it', async () => {
    await startOver();
    const gone = await signUpVerified(app);
    await inviteTo(dana, gone.email);
    await gone.call('POST /api/functions/v1/delete-account', { body: {} });
    expect(await invitationsOf(dana)).toMatchObject([{ status: 'pending' }]);
    const next = app.anonymous();
    await next.call('POST /api/auth/sign-up', {
      body: { full_name: 'Next Owner', email: gone.email, password: 'a good long passphrase' },
    });
    const [token] = (await mailedTokens(app, sink, gone.email, 'verify')).slice(-1);
    await next.call('POST /api/auth/verify', { body: { token } });
    expect(await relationshipsOf(next)).toEqual([]);
    // Sent again, it is for the new owner.
    await app.database.asOwner((db) =>
      db.query(`update team_invitations set sent_at = now() - interval '2 days'`),
    );
    const body = { email: gone.email };
    expect((await dana.call('POST /api/functions/v1/send-team-invitation', { body })).status).toBe(200);
    expect(await relationshipsOf(next)).toMatchObject([{ status: 'pending' }]);
  });

  it('ends silently at the other addresses of the user who declined it', async () => {
    await startOver();
    const extra = newAddress();
    await addVerifiedAddress(app, ben, extra);
    const { id } = (await inviteTo(dana, ben.email)).json;
    const toExtra = (await inviteTo(dana, extra)).json.id;
    const [token] = await invitationTokens(app, sink, extra);
    expect(await relationshipsOf(ben)).toMatchObject([{ relationship_id: id, status: 'pending' }]);
    await answerRequest(ben, id, 'declined');
    expect((await invitationsOf(dana)).map((row) => [row.id, row.status])).toEqual([
      ...[
        [toExtra, 'pending'],
        [id, 'declined'],
      ],
    ]);
    expect((await acceptLink(ben, token!)).json.code).toBe('invitation_invalid');
    expect(await relationshipsOf(ben)).toMatchObject([{ relationship_id: id, status: 'declined' }]);
  });

  it('waits behind the request of the user it was sent to, and opens when that is declined', async () => {
    await startOver();
    const toDana = (await inviteManager(ben, dana.email)).json.id;
    const toBen = (await inviteTo(dana, ben.email)).json.id;
    expect([await relationshipsOf(dana), await relationshipsOf(ben)]).toMatchObject([
      ...[[{ relationship_id: toDana, status: 'pending' }], []],
    ]);
    for (let n = 0; n < 2; n++)
      expect((await answerRequest(dana, toDana, 'declined')).json).toMatchObject({
        ...{ relationship_id: toDana, status: 'declined', requested_by_me: false },
        ...{ employee_id: ben.userId, employee_name: 'Ben Ortiz', accepted_at: null },
      });
    expect((await answerRequest(dana, toDana)).json.code).toBe('not_found');
    expect(await relationshipsOf(dana)).toEqual([]);
    expect(await relationshipsOf(ben)).toMatchObject([{ relationship_id: toBen, status: 'pending' }]);
    expect([await invitationsOf(ben), await invitationsOf(dana)]).toMatchObject([
      ...[[{ id: toDana, status: 'declined' }], [{ id: toBen, status: 'pending' }]],
    ]);
    // The other one is an ordinary request: declined, neither opens again.
    expect((await answerRequest(ben, toBen, 'declined')).json.status).toBe('declined');
    expect([await relationshipsOf(dana), await relationshipsOf(ben)]).toMatchObject([
      ...[[], [{ relationship_id: toBen, status: 'declined' }]],
    ]);
  });

  it('from both sides is one relationship', async () => {
    await startOver();
    await inviteTo(dana, ben.email);
    await inviteManager(ben, dana.email);
    const [row] = await relationshipsOf(ben);
    expect((await answerRequest(ben, row!.relationship_id)).status).toBe(200);
    for (const party of [ben, dana]) {
      expect(await relationshipsOf(party)).toHaveLength(1);
      expect(await invitationsOf(party)).toEqual([]);
    }
  });
});

describe('a relationship', () => {
  it('ends for both when either party ends it, even twice, and is no longer shown', async () => {
    for (const party of [dana, ben]) {
      await startOver();
      const id = await connectThroughPanel(app, dana, ben);
      expect((await endRelationship(eve, id)).status).toBe(404);
      for (let n = 0; n < 2; n++) expect((await endRelationship(party, id)).status).toBe(200);
      expect([await relationshipsOf(dana), await relationshipsOf(ben), await managerAccessOf(ben)]).toEqual([
        ...[[], [], []],
      ]);
      expect((await answerRequest(dana, id)).json.code).toBe('not_found');
    }
  });

  it('ends when a party deletes the account', async () => {
    await startOver();
    const gone = await app.signUp();
    await connectThroughPanel(app, gone, ben);
    await gone.call('POST /api/functions/v1/delete-account', { body: {} });
    expect([await relationshipsOf(ben), await managerAccessOf(ben)]).toEqual([[], []]);
  });

  it('lets both know the name of the other, and email each other without the limits of strangers (R-A8, R-D4)', async () => {
    await startOver();
    const names = async (caller: Caller, sender_ids: string[]) =>
      (
        await caller.call<{ rows: { user_id: string; full_name: string }[] }>(
          'POST /api/rpc/get_sender_names',
          { body: { sender_ids } },
        )
      ).json.rows;
    expect(await names(ben, [dana.userId])).toEqual([]);
    const id = await connectThroughPanel(app, dana, ben);
    expect(await names(ben, [dana.userId, eve.userId])).toMatchObject([{ full_name: 'Dana Reed' }]);
    expect(await names(dana, [ben.userId])).toMatchObject([{ full_name: 'Ben Ortiz' }]);
    const connected = async () =>
      app.database.asOwner(async (db) => {
        const { rows } = await db.query<{ connected: boolean }>(
          'select app.is_connected($1, $2) as connected',
          [...[dana.userId, ben.email]],
        );
        return rows[0]!.connected;
      });
    expect(await connected()).toBe(true);
    await endRelationship(ben, id);
    expect([await connected(), await names(ben, [dana.userId])]).toEqual([false, []]);
  });

  it('is announced within a second: a request only to the invited user, and its answer to both', async () => {
    await startOver();
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const [danas, bens] = [dana, ben].map((person) =>
      listen(`${address.replace(/^http/, 'ws')}/api/live`, {
        cookie: `logbook-access=${person.cookies['logbook-access']}`,
        origin: app.config.appUrl,
      }),
    );
    await Promise.all([danas!.settled, bens!.settled]);
    const { id } = (await inviteTo(dana, ben.email)).json;
    const event = { kind: 'team_relationships', id };
    await expect.poll(() => bens!.events, withinOneSecond).toContainEqual(event);
    await expect.poll(() => danas!.events, withinOneSecond).toContainEqual({ kind: 'team_invitations', id });
    expect(danas!.events).not.toContainEqual(event);
    await answerRequest(ben, id);
    await expect.poll(() => danas!.events, withinOneSecond).toContainEqual(event);
  });
});

describe('Logbook Visibility', () => {
  it('lists who has access, with the address that the user knows, and removes legacy grants', async () => {
    await startOver();
    const id = await connectThroughPanel(app, dana, ben);
    await writeShared(ben, { manager_email: dana.email });
    const legacy = newId();
    await app.database.asOwner((db) =>
      db.query('insert into logbook_invitations (id, employee_id, manager_email) values ($1, $2, $3)', [
        ...[legacy, ben.userId, 'former@example.org'],
      ]),
    );
    expect(await managerAccessOf(ben)).toMatchObject([
      {
        ...{ id, manager_name: 'Dana Reed', manager_email: dana.email, relationship_type: 'Manager' },
        ...{ looked_at: null, shared_with: [dana.email], sees_now: true },
      },
      {
        ...{
          id: legacy,
          manager_name: null,
          manager_email: 'former@example.org',
          relationship_type: 'Legacy',
        },
        ...{ shared_with: [], sees_now: false },
      },
    ]);
    expect(await managerAccessOf(dana)).toEqual([]);
    const remove = (caller: Caller) =>
      caller.call('DELETE /api/logbook_invitations/:id', { params: { id: legacy } });
    expect([(await remove(dana)).status, (await remove(ben)).status, (await remove(ben)).status]).toEqual([
      ...[404, 200, 404],
    ]);
    expect(await managerAccessOf(ben)).toHaveLength(1);
  });

  it('shows only the address that the manager invited from, while it is still theirs', async () => {
    await startOver();
    await app.database.asOwner((db) => db.query('delete from check_ins; delete from logbook_invitations'));
    const { id } = (await inviteTo(dana, ben.email)).json;
    await answerRequest(ben, id);
    const shown = async () => (await managerAccessOf(ben)).map((row) => row.manager_email);
    expect(await shown()).toEqual([dana.email]);
    const rename = (email: string) =>
      app.database.asOwner((db) =>
        db.query('update users set email = $2 where id = $1', [dana.userId, email]),
      );
    await rename(newAddress());
    expect(await shown()).toEqual([null]);
    await rename(dana.email);
    expect(await shown()).toEqual([dana.email]);
  });
});

describe('users who invited each other', () => {
  /** Dana has invited both addresses of a new user, who has invited Dana. */
  async function twoAddresses(name: string) {
    const [member, second] = [await signUpVerified(app, name), newAddress()];
    await addVerifiedAddress(app, member, second);
    const invitations = [(await inviteTo(dana, member.email)).json, (await inviteTo(dana, second)).json];
    await inviteManager(member, dana.email);
    return { member, second, invitations };
  }

  it('can verify an address, and accept by the emailed link', async () => {
    await startOver();
    const member = await app.signUp('Mia Lane');
    await inviteTo(dana, member.email);
    await inviteManager(member, dana.email);
    const [token] = await mailedTokens(app, sink, member.email, 'verify');
    expect((await member.call('POST /api/auth/verify', { body: { token } })).status).toBe(200);
    expect(await relationshipsOf(dana)).toHaveLength(1);
    const [link] = await invitationTokens(app, sink, member.email);
    expect((await acceptLink(member, link!)).status).toBe(200);
    expect(await relationshipsOf(member)).toMatchObject([{ status: 'accepted' }]);
  });

  it('can withdraw their invitations in any order', async () => {
    await startOver();
    const { invitations } = await twoAddresses('Noa Berg');
    for (const { id } of invitations) expect((await withdrawInvitation(dana, id)).status).toBe(200);
    expect(await relationshipsOf(dana)).toMatchObject([{ status: 'pending' }]);
  });

  it('can remove an address that was invited', async () => {
    await startOver();
    const { member, second } = await twoAddresses('Ida Holm');
    const { json } = await member.call<{ rows: { id: string; email: string }[] }>('GET /api/user_emails');
    const { id } = json.rows.find(({ email }) => email === second)!;
    expect((await member.call('DELETE /api/user_emails/:id', { params: { id } })).status).toBe(200);
    expect(await relationshipsOf(member)).toMatchObject([{ status: 'pending' }]);
  });
});
