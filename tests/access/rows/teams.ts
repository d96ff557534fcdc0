// Invitations and relationships. team-principals.test.ts tries them with everyone that a relationship knows.
import { randomBytes, randomUUID } from 'node:crypto';
import { newId } from '#platform/clock/id.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { anyone, byId, malformed, plain, user, type At, type Make, type Rows, type Sent } from '../row.ts';
import type { Person } from '../world.ts';

const freshEmail = () => `fresh-${randomBytes(6).toString('hex')}@example.com`;

type State = 'pending' | 'asked' | 'accepted' | 'declined';

/** A relationship of a person with a new manager, for a request that changes it. For a deleted person, the id of nothing. */
async function spareRelationship({ app }: At, person: Person, state: State): Promise<string> {
  const [id, manager] = [randomUUID(), randomUUID()];
  await app.database.asOwner(async (db) => {
    await db.query('insert into users (id, email, email_verified_at) values ($1, $2, now())', [
      ...[manager, freshEmail()],
    ]);
    await db.query(
      `insert into profiles (user_id, full_name, email) values ($1, 'A Manager', 'a@example.com')`,
      [manager],
    );
    await db.query(
      `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at, declined_at)
       select $1, $2, u.id, $4, case when $5 then u.id else $2 end,
         case when $4 = 'accepted' then now() end, case when $4 = 'declined' then now() end
       from users u where u.id = $3`,
      [id, manager, person.userId, state === 'asked' ? 'pending' : state, state === 'asked'],
    );
  });
  return id;
}

/** A pending invitation by a person. */
async function spareInvitation({ app }: At, person: Person): Promise<{ id: string; email: string }> {
  const [id, email] = [randomUUID(), freshEmail()];
  await app.database.asOwner((db) =>
    db.query(
      `insert into team_invitations (id, employee_id, manager_email) select $1, u.id, $3 from users u where u.id = $2`,
      [id, person.userId, email],
    ),
  );
  return { id, email };
}

/** The token of an invitation to an extra address of a person, by a new user. */
async function spareToken({ app }: At, person: Person): Promise<string> {
  const [token, sender, email] = [newToken(), randomUUID(), freshEmail()];
  await app.database.asOwner(async (db) => {
    await db.query('insert into users (id, email, email_verified_at) values ($1, $2, now())', [
      ...[sender, freshEmail()],
    ]);
    await db.query(
      `insert into profiles (user_id, full_name, email) values ($1, 'A Sender', 'a@example.com')`,
      [sender],
    );
    await db.query(
      `insert into user_emails (id, user_id, email, verified_at) select $1, u.id, $3, now() from users u where u.id = $2`,
      [randomUUID(), person.userId, email],
    );
    await db.query(
      `insert into team_invitations (id, manager_id, employee_email, token_hash, sent_at, expires_at)
       values ($1, $2, $3, $4, now(), now() + interval '1 day')`,
      [randomUUID(), sender, email, hashToken(token)],
    );
  });
  return token;
}

async function spareGrant({ app }: At, person: Person): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner((db) =>
    db.query(
      `insert into logbook_invitations (id, employee_id, manager_email) select $1, u.id, $3 from users u where u.id = $2`,
      [id, person.userId, freshEmail()],
    ),
  );
  return id;
}

/** Variants by whose spare row the request names. */
function bySpare(
  spare: (at: At, person: Person) => Promise<string>,
  make: (id: string) => Sent,
): Record<string, Make> {
  return {
    ...byId((person) => person.userId, make),
    own: async (at) => make(await spare(at, at.own)),
    others: async (at) => make(await spare(at, at.others)),
  };
}

const expected = { own: user(200), others: user(404), none: user(404), malformed };
const invite = (more: object = {}): Sent => ({
  url: '/api/team_invitations',
  body: { id: newId(), type: 'manager', email: freshEmail(), ...more },
});
const sendAgain = (email: unknown): Sent => ({
  url: '/api/functions/v1/send-team-invitation',
  body: { email, type: 'manager', again: true },
});
const byToken = (path: string): Record<string, Make> => {
  const make = (token: unknown): Sent => ({ url: `/api/functions/v1/${path}`, body: { token } });
  return {
    own: async (at) => make(await spareToken(at, at.own)),
    others: async (at) => make(await spareToken(at, at.others)),
    none: () => make(newToken()),
    malformed: () => make(7),
  };
};
const relationship = (state: State) => (at: At, person: Person) => spareRelationship(at, person, state);
const accept = (id: string): Sent => ({ url: `/api/team_relationships/${id}`, body: { status: 'accepted' } });
const ofOwn = (state: State, make: (id: string) => Sent): Make => {
  return async (at) => make(await spareRelationship(at, at.own, state));
};
const end = (id: string): Sent => ({ url: `/api/team_relationships/${id}` });

export const teamRows: Rows = {
  'GET /api/team_invitations': {
    expected: { plain: user(200), malformed },
    requests: {
      ...plain('/api/team_invitations'),
      malformed: () => ({ url: '/api/team_invitations?limit=1000' }),
    },
  },
  'POST /api/team_invitations': {
    expected: {
      own: user(200),
      'an employee, without the plan': user(403),
      oneself: user(400),
      // The caller learns that the id is taken, and nothing else.
      others: user(409),
      malformed,
      "another user's user_id": user(403),
    },
    requests: {
      own: () => invite(),
      'an employee, without the plan': () => invite({ type: 'employee' }),
      oneself: ({ own }) => invite({ email: own.email }),
      others: async (at) => invite({ id: (await spareInvitation(at, at.others)).id }),
      malformed: () => invite({ type: 'owner' }),
      "another user's user_id": ({ others }) => invite({ manager_id: others.userId }),
    },
  },
  'DELETE /api/team_invitations/:id': {
    expected,
    requests: bySpare(
      async (at, person) => (await spareInvitation(at, person)).id,
      (id) => ({ url: `/api/team_invitations/${id}` }),
    ),
  },
  'POST /api/functions/v1/send-team-invitation': {
    expected,
    requests: {
      own: async (at) => sendAgain((await spareInvitation(at, at.own)).email),
      others: async (at) => sendAgain((await spareInvitation(at, at.others)).email),
      none: () => sendAgain(freshEmail()),
      malformed: () => sendAgain(7),
    },
  },
  'POST /api/functions/v1/get-invitation-by-token': {
    // A link shows its invitation to anyone, without the addresses.
    expected: { own: anyone(200), others: anyone(200), none: anyone(404), malformed },
    requests: byToken('get-invitation-by-token'),
  },
  'POST /api/functions/v1/accept-logbook-invitation': {
    expected: { own: user(200), others: user(403), none: user(404), malformed },
    requests: byToken('accept-logbook-invitation'),
  },
  'POST /api/rpc/get_team_members_view': {
    expected: { plain: user(200) },
    requests: plain('/api/rpc/get_team_members_view'),
  },
  'PATCH /api/team_relationships/:id': {
    expected: { ...expected, 'own, asked for by oneself': user(404), 'own, declined': user(404) },
    requests: {
      ...bySpare(relationship('pending'), accept),
      'own, asked for by oneself': ofOwn('asked', accept),
      'own, declined': ofOwn('declined', accept),
    },
  },
  'DELETE /api/team_relationships/:id': {
    expected: { ...expected, 'own, pending': user(404) },
    requests: { ...bySpare(relationship('accepted'), end), 'own, pending': ofOwn('pending', end) },
  },
  'GET /api/manager_access': { expected: { plain: user(200) }, requests: plain('/api/manager_access') },
  'DELETE /api/logbook_invitations/:id': {
    expected,
    requests: bySpare(spareGrant, (id) => ({ url: `/api/logbook_invitations/${id}` })),
  },
};
