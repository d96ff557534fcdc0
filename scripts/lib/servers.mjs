// The servers that tests start next to Logbook: a PostgreSQL for DATABASE_URL, nginx, and an object store.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './apt.mjs';
import { CommandError } from './command-error.mjs';

const oldestPostgres = 15;

/** Debian's packages in addition to PostgreSQL, with a program of each. */
const programs = {
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  apache2: '/usr/sbin/apache2',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-mgr': '/usr/bin/ceph-mgr',
  'ceph-osd': '/usr/bin/ceph-osd',
  radosgw: '/usr/bin/radosgw',
  'ceph-common': '/usr/bin/ceph',
  caddy: '/usr/bin/caddy',
  debootstrap: '/usr/sbin/debootstrap',
  'docker-compose': '/usr/bin/docker-compose',
  pgbouncer: '/usr/sbin/pgbouncer',
};

/**
 * Resolves when PostgreSQL with PgBouncer, the reverse proxies nginx, HAProxy, Apache and Caddy, the RADOS Gateway of Ceph
 * (an S3 server), and the tools that test the container image are installed. Starts none of them.
 */
export async function ensureServers() {
  await ensurePostgres();
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  await aptInstall(
    missing,
    'nginx, HAProxy, Apache and Caddy, the RADOS Gateway of Ceph as an S3 server, debootstrap, Docker Compose, and ' +
      'PgBouncer',
  );
}

/** Resolves when the programs of PostgreSQL 15 or newer are installed. Never touches or starts a cluster. */
export async function ensurePostgres() {
  if (postgresBin()) return;
  await aptInstall(['postgresql'], `the server programs of PostgreSQL ${oldestPostgres} or newer`);
  if (!postgresBin())
    throw new CommandError(`The PostgreSQL of this system is older than ${oldestPostgres}.`);
}

function postgresBin() {
  const folders = [
    ...listed('/usr/lib/postgresql').map((version) => ({
      version,
      bin: join('/usr/lib/postgresql', version, 'bin'),
    })),
    ...listed('/opt/homebrew/opt')
      .filter((name) => name.startsWith('postgresql@'))
      .map((name) => ({
        version: name.slice('postgresql@'.length),
        bin: join('/opt/homebrew/opt', name, 'bin'),
      })),
  ];
  return folders.find(
    ({ version, bin }) => Number(version) >= oldestPostgres && existsSync(join(bin, 'initdb')),
  );
}

function listed(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}
