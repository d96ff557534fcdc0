// Connected apps of the people of the matrix, and what the authorization server keeps.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Person } from './world.ts';

export async function insertConnectedApps(db: pg.ClientBase, userIds: string[]): Promise<void> {
  await db.query(
    `insert into connected_apps (id, user_id, grant_hash, client_id, name, scopes, audience, expires_at)
       select id, u, uuid_send(id), 'https://app.example', 'App', '{log:read}', 'mcp', ends
       from unnest($1::uuid[]) u, lateral (
         values (u, now() + interval '1 day'), (gen_random_uuid(), now() - interval '1 day')) app (id, ends)`,
    [userIds],
  );
  await db.query(
    `insert into oauth_records (kind, id_hash, sealed, expires_at, client_id) values
         ('Interaction', '\\x00', '', now() + interval '1 hour', null),
         ('Interaction', '\\x01', '', now() - interval '1 hour', null),
         ('Client', '\\x02', '', now() - interval '1 hour', 'https://app.example'),
         ('Client', '\\x03', '', now() - interval '1 hour', 'no one')`,
  );
}

/** A new row of this person. */
export const connectedAppFor = (person: Person) => ({
  what: 'connected_apps',
  text: `insert into connected_apps (id, user_id, grant_hash, client_id, name, scopes, audience, expires_at)
         values ($1, $2, uuid_send($1), 'https://app.example', 'New', '{log:read}', 'mcp', now())`,
  values: [randomUUID(), person.userId],
});
