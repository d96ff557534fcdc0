// Whether anything that the product does reads a whole large table, functions and triggers included: counted by the
// database.
import type { Instance } from '../instance.ts';
import { plain, type Row } from '../report.ts';
import type { Loaded } from './calls.ts';

const largeRows = 50_000;

export type Scans = Map<string, number>;

/** Sequential scans of each large table so far, without those of open connections. */
export function scansOf(instance: Instance): Promise<Scans> {
  return instance.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string; scans: string }>(
      `select s.relname as name, s.seq_scan as scans from pg_stat_user_tables s
       join pg_class c on c.oid = s.relid where c.reltuples > $1`,
      [largeRows],
    );
    return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
  });
}

/** Calls once whatever has no benchmark of its own. */
export async function callTheRest({ instance, named }: Loaded): Promise<void> {
  const { reader, manager } = named;
  const now = Date.now();
  const [monthAgo, soon] = [new Date(now - 30 * 86_400_000), new Date(now)].map((at) =>
    encodeURIComponent(at.toISOString()),
  );
  const paths = [
    `/api/check_ins/days?timezone=UTC&from=${monthAgo}&to=${soon}`,
    ...['deleted', 'search?q=import&files=1', 'search?shared=1'].map((path) => `/api/check_ins/${path}`),
    ...[
      'vouches',
      'team_invitations',
      'manager_access',
      'auth/sessions',
      'user_emails',
      'auth/user',
      'resumes',
      'export',
    ].map((path) => `/api/${path}`),
    `/api/shoutouts/unread_count?since=${monthAgo}`,
    '/sitemap.xml',
  ];
  for (const person of [reader, manager])
    for (const path of paths) {
      const response = await fetch(`${instance.url}${path}`, { headers: { cookie: person.cookie } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}.`);
    }
  for (const report of ['generate-week-review', 'generate-shoutout-board']) {
    const response = await fetch(`${instance.url}/api/functions/v1/${report}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: reader.cookie, origin: instance.url },
      body: JSON.stringify({ timezone: 'UTC' }),
    });
    if (response.status !== 200) throw new Error(`${report} returned: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

export function scanRow(before: Scans, after: Scans): Row {
  const scanned = [...after].filter(([name, scans]) => scans > (before.get(name) ?? 0));
  return {
    ...plain(
      `sequential scans of ${after.size} large tables during all calls and starts`,
      scanned.map(([name, scans]) => `${name}: ${scans - (before.get(name) ?? 0)}`).join(', ') || '0',
    ),
    aim: '0',
    floor: '0',
    verdict: scanned.length > 0 ? 'missed' : 'aim',
  };
}
