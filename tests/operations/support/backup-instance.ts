// An instance with something in every table and bucket, and the commands that back it up and restore it.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { quarters } from '../../support/photos.ts';
import { clientConfig } from '#platform/database/pools.ts';
import { newId } from '#platform/clock/id.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { isOwnerMark } from '#platform/files/owner-mark.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Program } from '../../support/program.ts';

/** Rows that fill the tables, in addition to those created through the API. */
export const bulk = { entries: 30_000, files: 100, fileBytes: 512 * 1024 };

/** Runs work as the owner of the program's database. */
export async function asOwner<T>(program: Program, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { host, port, database } = (await program.database('postgres'))!;
  return withClient(
    clientConfig({ host: host!, port: port!, database: database! }, { user: 'postgres' }),
    work,
  );
}

export async function withClient<T>(
  config: pg.ClientConfig | string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Fills the tables, the way `tests/upgrade` does, and adds many entries and files. */
export async function fill(program: Program): Promise<void> {
  const store = await storeOf(program.dataDir);
  const ada = '01900000-0000-7000-8000-00000000000a';
  // Two of the three files that those rows name are stored, with other bytes than the rows say.
  const rows = readFileSync(join(import.meta.dirname, '../../upgrade/rows.sql'), 'utf8');
  for (const key of [`resumes/${ada}/resume.pdf`, `vouch-files/${ada}/vouch-plan.pdf`])
    await put(store, key, pdf());
  const bytes = await Promise.all(
    Array.from({ length: bulk.files }, async (_, n) => {
      const content = randomBytes(bulk.fileBytes);
      await put(store, `log-files/${ada}/bulk/${n}.bin`, content);
      return createHash('sha256').update(content).digest();
    }),
  );
  await asOwner(program, async (client) => {
    await client.query(rows);
    await client.query(
      `insert into check_ins (id, user_id, content, search_text, created_at)
       select gen_random_uuid(), $1::uuid, 'Entry ' || n || ' ' || repeat(md5(n::text), 8), ' entry ' || n || ' ',
         timestamptz '2020-01-01' + make_interval(hours => n)
       from generate_series(1, $2::int) n`,
      [ada, bulk.entries],
    );
    await client.query(
      `insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
       select gen_random_uuid(), $1::uuid, '01900000-0000-7000-8000-0000000000c1', n || '.bin', $1::uuid || '/bulk/' || n - 1 || '.bin',
         'other', $3::int, 'application/octet-stream', 'none', hash
       from unnest($2::bytea[]) with ordinality as f (hash, n)`,
      [ada, bytes, bulk.fileBytes],
    );
    // It is still pending in the backup.
    await client.query(
      `select app.enqueue('send-recovery', '{"email": "writer0@example.com"}', null, now() + interval '1 day')`,
    );
  });
}

/**
 * Uploads a profile photo, a résumé and a file of a vouch, and publishes a packet. `token` is that of a verified user
 * with an entry.
 * Resolves with the path of the packet.
 */
export async function fillByApi(url: string, token: string): Promise<string> {
  const photo = await quarters(200).jpeg().toBuffer();
  await send(url, token, '/api/storage/profile-photos', form({ file: [photo, 'me.jpg'] }));
  await send(url, token, '/api/storage/resumes', form({ file: [pdf(), 'cv.pdf'] }));
  const vouch = newId();
  await send(url, token, '/api/vouches', {
    ...{ id: vouch, project_name: 'Billing', project_context: 'Invoices', individual_contribution: 'All' },
    ...{ reference_name: 'Grace', reference_email: 'grace@example.net', reference_position: 'Manager' },
    reference_department: null,
  });
  const proof = form({ file: [photo, 'proof.jpg'] }, { vouch_id: vouch, id: newId() });
  await send(url, token, '/api/storage/vouch-files', proof);
  await send(url, token, '/api/goals', { id: newId(), text: 'Ship it' });
  const shoutout = { id: newId(), recipient_email: 'stranger@example.net', message: 'Well done' };
  await send(url, token, '/api/shoutouts', shoutout);
  return publishPacket(url, token);
}

/** Publishes the newest entry. */
async function publishPacket(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const listed = await fetch(`${url}/api/check_ins?limit=1`, { headers });
  const { rows } = (await listed.json()) as { rows: { id: string }[] };
  const items = rows.map(({ id }) => ({ kind: 'entry', id, note: 'A note', files: false }));
  const draft = {
    ...{ title: 'My year', introduction: '', period: { from: '2026-01-01', to: '2030-12-31' } },
    groups: [{ title: 'Work', line: '', items }],
  };
  const id = newId();
  await send(url, token, '/api/packets', { id, draft });
  const { link } = (await send(url, token, `/api/packets/${id}/publish`, {})) as { link: { url: string } };
  return new URL(link.url).pathname;
}

function form(files: Record<string, [Buffer, string]>, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const [name, [bytes, fileName]] of Object.entries(files))
    data.set(name, new File([Uint8Array.from(bytes)], fileName));
  return data;
}

async function send(url: string, token: string, path: string, body: FormData | object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

export const storeOf = (dataDir: string): Promise<FileStore> => diskStore(join(dataDir, 'files'));

async function put(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  await store.put(await store.stage(Readable.from([bytes]), bytes.length), key);
}

/** The SHA-256 of each stored file. */
export async function filesOf(dataDir: string): Promise<Map<string, string>> {
  const store = await storeOf(dataDir);
  const found = new Map<string, string>();
  for (const { key } of await store.list('', undefined, 1_000_000)) {
    if (isOwnerMark(key)) continue;
    const hash = createHash('sha256');
    for await (const chunk of (await store.read(key))!) hash.update(chunk as Buffer);
    found.set(key, hash.digest('hex'));
  }
  return found;
}

/** The number of rows of each table, with a digest of all of them and of the sequences. */
export async function rowsOf(client: pg.Client): Promise<Record<string, string>> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'app') and tablename <> 'logbook_migrations' order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(r::text), '' order by md5(r::text))), '') as digest
       from ${name} r`,
    );
    digests[name] = rows[0]!.digest;
  }
  const { rows } = await client.query<{ digest: string }>(
    `select string_agg(sequencename || coalesce(last_value, 0), ' ' order by 1) as digest
     from pg_sequences where schemaname in ('public', 'app')`,
  );
  return { ...digests, sequences: rows[0]!.digest };
}

export type Script = { process: ChildProcess; done: Promise<{ code: number | null; output: string }> };

/** Starts an operator's command, such as `npm run backup`, without its installation. `env` are its settings. */
export function startScript(
  name: 'admin' | 'backup' | 'doctor' | 'restore',
  args: string[],
  env: Record<string, string>,
): Script {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const done = once(child, 'close').then(() => ({ code: child.exitCode, output }));
  return { process: child, done };
}

/** Runs one of them to its end. Throws with its output if it fails. */
export async function runScript(...script: Parameters<typeof startScript>): Promise<string> {
  const { code, output } = await startScript(...script).done;
  if (code !== 0) throw new Error(`${script[0]} exited with ${code}:\n${output}`);
  return output;
}
