// One Logbook process at a time owns an embedded database: only the owner may start and stop the server. Ownership is a
// lock held by a connection, so it is released however the process exits.
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import * as t from '../columns.ts';
import { query, statement } from '../statement.ts';
import type { Layout } from './layout.ts';
import { processExists } from './postmaster-file.ts';
import { connect } from './server.ts';

const lockClass = 1_818_128_235;
const lockObject = 1;
/** How long the server may take to notice that an owner has died. */
const deadOwnerTimeoutMs = 5_000;

const takeSql = statement({ text: 'select pg_try_advisory_lock($1, $2) as taken', row: { taken: t.bool } });

/** Takes the lock and returns the connection that holds it. Throws StartupError if a running process has it. */
export async function takeOwnership(layout: Layout): Promise<Client> {
  const client = await connect(layout, `logbook owner ${process.pid}`);
  const giveUpAt = Date.now() + deadOwnerTimeoutMs;
  try {
    for (;;) {
      const rows = await query(client, takeSql, [lockClass, lockObject]);
      if (rows[0]?.taken) return client;
      const owner = await ownerOf(client);
      if (owner !== undefined && (processExists(owner) || Date.now() > giveUpAt))
        throw secondOwner(layout, owner);
      await wait(20);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const ownerSql = statement({
  text: `select a.application_name as name
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = $1::oid and l.objid = $2::oid and l.granted`,
  row: { name: t.nullable(t.text) },
});

async function ownerOf(client: Client): Promise<number | undefined> {
  const rows = await query(client, ownerSql, [lockClass, lockObject]);
  return rows[0]?.name ? Number(rows[0].name.split(' ').at(-1)) : undefined;
}

function secondOwner(layout: Layout, owner: number): StartupError {
  return new StartupError({
    what: `Another Logbook (process ${owner}) is using the data folder ${layout.dataDir}.`,
    why: 'One embedded database serves one Logbook at a time.',
    fix:
      `Stop that process (kill ${owner}), choose another folder with DATA_DIR, ` +
      'or set DATABASE_URL to run several processes on one PostgreSQL.',
  });
}
