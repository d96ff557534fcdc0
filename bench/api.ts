// The product's two most important calls, compared with bare Fastify and one statement each.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareOptions } from './bare.ts';
import type { Filled } from './filled.ts';
import { perResponse, rate } from './format.ts';
import { atLeast, type Row } from './report.ts';
import { ratioOf, type Case, type Length, type Loader, type Result } from './rounds.ts';

const entry = {
  content:
    'Paired with Ana on the import of old logs; it now lists the lines that it could not read. #import',
  emoji: '🚀',
};

const bounds = {
  timeline: { aim: 0.9, floor: 0.75 },
  compressed: { aim: 0.85, floor: 0.7 },
  insert: { aim: 0.6, floor: 0.45 },
};

/** The calls as the browser makes them: with a cookie, from the same origin. */
export function calls({ instance, database, reader, writer }: Filled) {
  const ours = { server: instance.pid, database, port: instance.port };
  const as = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' });
  const get = (path: string) =>
    ({ ...ours, method: 'GET', path, headers: as(reader.cookie) }) satisfies Partial<Case>;
  return {
    timeline: get('/api/check_ins'),
    months: get('/api/check_ins/months?timezone=Europe%2FBerlin'),
    changes: get(`/api/check_ins/changes?since=${encodeURIComponent(new Date().toISOString())}`),
    insert: {
      ...ours,
      method: 'POST',
      path: '/api/check_ins',
      headers: as(writer.cookie),
      entry,
    } satisfies Partial<Case>,
  };
}

export async function apiRows(loader: Loader, length: Length, small: Filled): Promise<Row[]> {
  const own = calls(small);
  const { rows: page } = JSON.parse(await read(own.timeline)) as { rows: object[] };
  const options: BareOptions = {
    database: await small.instance.owner(),
    // The teammate is read from a shoutout about the entry. The entries of both have none.
    columns: Object.keys(page[0] ?? {})
      .map((column) => (column.startsWith('teammate_') ? `null as ${column}` : column))
      .join(', '),
  };
  const bare = fork(join(import.meta.dirname, 'bare.ts'), [JSON.stringify(options)]);
  try {
    const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
    const reference = { server: bare.pid ?? 0, database: small.database, port, headers: {} };
    const timeline = {
      ...reference,
      method: 'GET' as const,
      path: `/timeline?user=${small.reader.id}`,
    };
    const insert = {
      ...reference,
      method: 'POST' as const,
      path: `/insert?user=${small.writer.id}`,
      entry,
    };
    if ((await read(own.timeline)) !== (await read(timeline)))
      throw new Error('The reference and Logbook return different bytes.');
    const rows: Row[] = [];
    const compare = async (name: string, ours: Case, other: Case, { aim, floor }: typeof bounds.insert) => {
      const [first, second] = (await loader.compare([ours, other], length)) as [Result, Result];
      const ratio = ratioOf(first, second);
      rows.push(
        {
          name,
          ours: rate(first),
          reference: rate(second),
          ratio,
          aim: `${aim}`,
          floor: `${floor}`,
          verdict: atLeast(ratio, { aim, floor }),
          details: { ours: first, reference: second },
        },
        perResponse(first, second),
      );
    };
    for (const callers of [1, 32])
      await compare(
        `timeline, ${callers} callers, against bare`,
        { ...own.timeline, callers },
        { ...timeline, callers },
        bounds.timeline,
      );
    const headers = { ...own.timeline.headers, 'accept-encoding': 'gzip, deflate, br, zstd' };
    for (const callers of [1, 32])
      await compare(
        `timeline compressed, ${callers} callers, against bare`,
        { ...own.timeline, headers, callers },
        { ...timeline, callers },
        bounds.compressed,
      );
    for (const callers of [1, 8, 32])
      await compare(
        `check-in, ${callers} callers, against bare`,
        { ...own.insert, callers },
        { ...insert, callers },
        bounds.insert,
      );
    return rows;
  } finally {
    bare.disconnect();
  }
}

type Readable = Pick<Case, 'port' | 'path' | 'headers'>;

async function read({ port, path, headers }: Readable): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return response.text();
}
