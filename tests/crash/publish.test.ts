// Power cuts while packets are published: afterwards nothing is half published, each acknowledged version is there, and
// each draft is whole (R-M2).
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Packet, PacketDraft } from '#features/packets/contract.ts';
import type { PacketJson } from '#features/packets/format-contract.ts';
import { newId } from '#platform/clock/id.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const cycles = 4;
const authors = 3;
const versionsBeforeKill = 25;
const items = 12;
const password = 'a good long passphrase';
const json = { 'content-type': 'application/json' };

type Author = {
  token: string;
  /** Of a separate network, because the heavy requests of one network wait for each other. */
  address: string;
  id: string;
  entries: string[];
  /** Of the last change that was sent, and of the last that was acknowledged. */
  sent: number;
  acknowledged: number;
  revision: number;
  /** The newest acknowledged version, and the change that it has at least. */
  version: number;
  published: number;
};

let program: Program;
let people: Author[];
let isWriting = false;
let versions = 0;

beforeAll(async () => {
  program = await makeProgram({ TRUSTED_PROXIES: '127.0.0.1' });
  program.start();
  await program.untilReady();
  people = await Promise.all(
    Array.from({ length: authors }, (_, n) => makeAuthor(`author${n}@example.com`, `10.0.${n}.1`)),
  );
});
afterAll(() => program?.remove());

type Caller = Pick<Author, 'token' | 'address'>;

async function call<T>({ token, address }: Caller, key: string, body?: object): Promise<T> {
  const [method, path] = key.split(' ') as [string, string];
  const headers = { ...json, authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const response = await fetch(program.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status === 503) throw new TypeError('out of service');
  if (!response.ok) throw new Error(`${key} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const draftOf = ({ entries }: Pick<Author, 'entries'>, n: number): PacketDraft => ({
  ...{ title: `Change ${n}`, period: { from: '2020-01-01', to: '2029-12-31' }, introduction: `Change ${n}` },
  groups: [
    {
      title: `Change ${n}`,
      line: '',
      items: entries.map((id) => ({ kind: 'entry', id, note: `${n}`, files: false })),
    },
  ],
});

async function makeAuthor(email: string, address: string): Promise<Author> {
  const body = JSON.stringify({ full_name: 'Ada Example', email, password });
  const signedUp = await fetch(`${program.url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  const token = /logbook-access=([^;]+)/.exec(signedUp.headers.get('set-cookie') ?? '')![1]!;
  const entries = Array.from({ length: items }, () => newId());
  for (const id of entries)
    await call({ token, address }, 'POST /api/check_ins', { id, content: `Entry ${id}` });
  const author = {
    token,
    address,
    id: newId(),
    entries,
    revision: 1,
    version: 0,
    published: -1,
    sent: 0,
    acknowledged: 0,
  };
  await call(author, 'POST /api/packets', { id: author.id, draft: draftOf(author, 0) });
  return author;
}

/** Changes and publishes the packet until writing stops or the server is gone. */
async function keepPublishing(author: Author): Promise<void> {
  while (isWriting) {
    try {
      const stored = await call<Packet>(author, `GET /api/packets/${author.id}`);
      author.revision = stored.revision;
      const n = ++author.sent;
      const change = { revision: author.revision, draft: draftOf(author, n) };
      await call(author, `PUT /api/packets/${author.id}`, change);
      author.acknowledged = n;
      const { version } = await call<Packet>(author, `POST /api/packets/${author.id}/publish`, {});
      Object.assign(author, { version: version!.number, published: n });
      versions++;
    } catch (error) {
      // The server was killed. Anything else is a failure of this test.
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function storedVersions(): Promise<Map<string, PacketJson[]>> {
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  const { rows } = await owner.query<{
    packet_id: string;
    number: number;
    packet_json: string;
    links: number;
  }>(
    `select v.packet_id, v.number, v.packet_json,
       (select count(*)::int from packet_links l where l.packet_id = v.packet_id) as links
     from packet_versions v order by v.packet_id, v.number`,
  );
  await owner.end();
  const found = new Map<string, PacketJson[]>();
  for (const { packet_id, packet_json, number, links } of rows) {
    const before = found.get(packet_id) ?? [];
    expect([number, links]).toEqual([before.length + 1, 1]);
    found.set(packet_id, [...before, JSON.parse(packet_json) as PacketJson]);
  }
  return found;
}

const changeOf = (text: string) => Number(text.split(' ')[1]);

async function audit(author: Author, published: readonly PacketJson[]): Promise<void> {
  const stored = await call<Packet>(author, `GET /api/packets/${author.id}`);
  // The draft is one that was sent, as a whole, and not older than the last acknowledged one.
  const n = changeOf(stored.draft.title);
  expect(stored.draft).toEqual(draftOf(author, n));
  expect(n).toBeGreaterThanOrEqual(author.acknowledged);
  expect(published.length).toBeGreaterThanOrEqual(author.version);
  for (const { document, record } of published) {
    expect(record.lines).toHaveLength(items);
    expect(document.groups[0]!.items.map(({ note }) => Number(note))).toEqual(
      Array(items).fill(changeOf(document.title)),
    );
  }
  expect(changeOf(published.at(-1)!.document.title)).toBeGreaterThanOrEqual(author.published);
  const page = await fetch(`${new URL(stored.link!.url).pathname.replace(/^/, program.url)}.json`);
  expect([page.status, await page.json()]).toEqual([200, published.at(-1)]);
}

it.each(Array.from({ length: cycles }, (_, n) => [n + 1, n % 2 === 0 ? 'process' : 'database'] as const))(
  'cycle %i, kill -9 of the %s while packets are published: each is published completely or not at all',
  async (_, killed) => {
    isWriting = true;
    const writing = Promise.all(people.map(keepPublishing));
    const wanted = versions + versionsBeforeKill + Math.floor(Math.random() * 10);
    await until('more versions', 60_000, () => versions >= wanted);
    await (killed === 'process' ? program.killProcess() : program.killDatabase());
    if (!program.alive()) program.start();
    const after = versions;
    await until('versions after the kill', 60_000, () => versions > after + authors);
    isWriting = false;
    await writing;
    const published = await storedVersions();
    expect(published.size).toBe(authors);
    for (const author of people) await audit(author, published.get(author.id) ?? []);
  },
);
