// Who may change a relationship, an invitation or a legacy grant of a member: everyone that the member could be connected
// with, and with every state of that connection.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { connect, disconnect, grantLegacy, ownAddress, subscribe } from '../support/members.ts';
import {
  acceptLink,
  answerRequest,
  endRelationship,
  relationshipsOf,
  withdrawInvitation,
} from '../support/teams.ts';

type Principal = {
  name: string;
  /** May accept the connection, or has accepted it, and then end it. */
  accepts?: boolean;
  sees?: boolean;
  /** Has the address that the member invited, so that the link works. */
  invited?: boolean;
  arrange?: (caller: Caller) => Promise<unknown>;
};

let app: TestApp;
let member: Caller;
beforeAll(async () => {
  app = await startApp();
  member = await app.signUp('Ada Member');
});
afterAll(() => app.close());

const extra = 'extra@principals.example';
const shoutout = (from: Caller, to: Caller) =>
  from.call('POST /api/shoutouts', {
    body: { id: randomUUID(), recipient_email: to.email, message: 'Thanks' },
  });

const principals: Principal[] = [
  {
    ...{ name: 'an accepted manager', accepts: true, sees: true },
    arrange: (manager) => connect(app, { manager, member }),
  },
  {
    ...{ name: 'an accepted manager whose plan has lapsed', accepts: true, sees: true },
    arrange: async (manager) => {
      await connect(app, { manager, member });
      await subscribe(app, manager, '2026-01-01T00:00:00Z');
    },
  },
  { name: 'a manager who asked', arrange: (manager) => connect(app, { manager, member, status: 'pending' }) },
  {
    ...{ name: 'a manager whom the member asked', accepts: true, sees: true },
    arrange: (manager) => connect(app, { manager, member, status: 'pending', requestedBy: member }),
  },
  {
    name: 'a manager whom the member declined',
    arrange: (manager) => connect(app, { manager, member, status: 'declined' }),
  },
  {
    ...{ name: 'a manager who declined the member', sees: true },
    arrange: (manager) => connect(app, { manager, member, status: 'declined', requestedBy: member }),
  },
  {
    name: 'a removed manager',
    arrange: async (manager) => {
      await connect(app, { manager, member });
      await disconnect(app, manager, member);
    },
  },
  {
    name: 'a legacy viewer',
    arrange: (caller) => grantLegacy(app, { member, email: caller.email }),
  },
  {
    name: 'the sender and recipient of shoutouts',
    arrange: async (caller) => {
      await shoutout(caller, member);
      await shoutout(member, caller);
    },
  },
  {
    ...{ name: 'the holder of the address as a verified extra one', invited: true },
    arrange: (caller) => ownAddress(app, caller, extra),
  },
  { name: 'the manager of others' },
  { name: 'a stranger who has only the link' },
  {
    name: 'a user without a verified address',
    arrange: (caller) =>
      app.database.asOwner((db) =>
        db.query('update users set email_verified_at = null where id = $1', [caller.userId]),
      ),
  },
];

/** An invitation of the member as a manager, to an address that one principal has. */
async function invitation(): Promise<{ id: string; token: string }> {
  const [id, token] = [randomUUID(), newToken()];
  await app.database.asOwner((db) =>
    db.query(
      `insert into team_invitations (id, employee_id, manager_email, token_hash, sent_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + interval '1 day')`,
      [id, member.userId, extra, hashToken(token)],
    ),
  );
  return { id, token };
}

const idsOf = (caller: Caller) =>
  app.database.asOwner(async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `select id from team_relationships where manager_id = $1
       union all select id from logbook_invitations where manager_email = $2`,
      [caller.userId, caller.email],
    );
    return rows.map(({ id }) => id);
  });

it.each(principals)('$name can change only what the connection with the member allows', async (principal) => {
  const caller = await app.signUp('Someone Else');
  await subscribe(app, caller);
  await principal.arrange?.(caller);
  const [connection = randomUUID()] = await idsOf(caller);
  const pending = await invitation();
  const seen = (await relationshipsOf(caller)).map(({ relationship_id: id }) => id);
  expect(seen).toEqual(principal.sees ? [connection] : []);

  expect((await withdrawInvitation(caller, pending.id)).status).toBe(404);
  expect(
    (await caller.call('DELETE /api/logbook_invitations/:id', { params: { id: connection } })).status,
  ).toBe(404);
  const link = await acceptLink(caller, pending.token);
  expect(link.status).toBe(principal.invited ? 200 : 403);
  expect((await answerRequest(caller, connection)).status).toBe(principal.accepts ? 200 : 404);
  expect((await endRelationship(caller, connection)).status).toBe(principal.accepts ? 200 : 404);
  expect((await withdrawInvitation(member, pending.id)).status).toBe(principal.invited ? 404 : 200);
  await app.database.asOwner((db) =>
    db.query('delete from team_relationships; delete from team_invitations'),
  );
});
