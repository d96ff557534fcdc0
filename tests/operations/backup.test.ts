// Backups of a running instance: under load, while users delete files, every day, and killed.
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedFiles } from '#app/server/stored-files.ts';
import { verifyPacket, type KnownKeys } from '#features/packets/web/verify/verify-packet.ts';
import { lastBackup } from '#platform/backup/folder.ts';
import { openArchive } from '#platform/backup/read-archive.ts';
import { writeArchive, type Parts } from '#platform/backup/write-archive.ts';
import type { FileStore } from '#platform/files/store.ts';
import { keysPath } from '#platform/signing/public-keys.ts';
import { problemsIn } from '../crash/audit.ts';
import { emptyTally } from '../crash/ledger.ts';
import { makeWriters, type Writers } from '../crash/writers.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { startSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { asOwner, fill, fillByApi, runScript, startScript, storeOf } from './support/backup-instance.ts';

const folder = mkdtempSync(join(tmpdir(), 'logbook-backup-'));
const at = (name: string) => join(folder, name);
const backups = at('backups');
const programs: Program[] = [];
let source: Program;
/** Their writes are all acknowledged before the first backup. */
let settled: Writers;
let packetPath: string;

async function newProgram(settings: Record<string, string> = {}): Promise<Program> {
  const program = await makeProgram({ BACKUP_DIR: backups, ...settings });
  programs.push(program);
  return program;
}
const env = (program: Program) => ({ DATA_DIR: program.dataDir, BACKUP_DIR: backups });

beforeAll(async () => {
  // No email leaves: they are pending in the backup.
  source = await newProgram({ SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'info' });
  source.start();
  await source.untilReady();
  settled = await makeWriters(source.url, 3, emptyTally());
  settled.start();
  await fill(source);
  await asOwner(source, (client) =>
    client.query(`update users set email_verified_at = now() where email = 'writer1@example.com'`),
  );
  await until('entries with files', 30_000, () => settled.tally.files > 20);
  await settled.stop();
  packetPath = await fillByApi(source.url, settled.ledgers[1]!.token);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.remove()));
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the timeline while `work` runs. Resolves with the median in ms. */
async function medianRead(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const headers = { authorization: `Bearer ${settled.ledgers[0]!.token}` };
  let working = true;
  const worked = work().finally(() => (working = false));
  while (working) {
    const started = performance.now();
    const response = await fetch(`${source.url}/api/check_ins?limit=50`, { headers });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - started);
  }
  await worked;
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

/** The figures of the output of `npm run backup`. */
function figuresOf(output: string) {
  const [, rows, files, megabytes, seconds] = /(\d+) rows and (\d+) files in ([\d.]+) MB, ([\d.]+) s/.exec(
    output,
  )!;
  return { rows: Number(rows), files: Number(files), megabytes: Number(megabytes), seconds: Number(seconds) };
}

it('a backup under load has every write acknowledged before it, and the restored instance continues', async () => {
  // A refused backup: the same start of a process, without the work.
  const idle = await medianRead(() => startScript('backup', ['a', 'b'], {}).done);
  let output = '';
  const busy = await medianRead(async () => (output = await runScript('backup', [], env(source))));
  const quiet = figuresOf(output);

  const load = await makeWriters(source.url, 2, emptyTally(), 'loader');
  load.start();
  await asOwner(source, (client) =>
    client.query(
      `create table public.notes (id serial primary key); insert into public.notes default values`,
    ),
  );
  output = await runScript('backup', [at('loaded.zip')], env(source));
  await load.stop();
  expect(load.tally.problems).toEqual([]);
  expect(load.tally.entries).toBeGreaterThan(0);
  expect(output).toContain(
    'Missing, and so not in the backup: log-files/01900000-0000-7000-8000-00000000000a/plan.pdf',
  );
  expect(output.match(/Differs from what its row says/g)).toHaveLength(2);

  const sink = await startSink();
  const restored = await newProgram({ SMTP_URL: sink.url });
  const restoring = performance.now();
  const result = await runScript('restore', [at('loaded.zip')], env(restored));
  expect(result).toMatch(/Restored \d+ rows/);
  // The operator's own.
  expect(result).toContain('it is not a table of Logbook: public.notes\n');
  const restoreSeconds = (performance.now() - restoring) / 1000;
  restored.start();
  await restored.untilReady();
  // Sessions, entries and files are those of the source, and people sign in with their passwords.
  expect(await problemsIn(restored.url, settled.ledgers, 'all')).toEqual([]);
  const grant = { grant_type: 'password', email: 'writer0@example.com', password: 'a good long passphrase' };
  expect((await postJson(`${restored.url}/api/auth/token`, grant)).status).toBe(200);
  // A packet that was published before is confirmed with the keys of the restored instance.
  const keys = await (await fetch(restored.url + keysPath)).json();
  const packet = new Uint8Array(await (await fetch(`${restored.url}${packetPath}.json`)).arrayBuffer());
  expect(await verifyPacket(packet, { ...(keys as KnownKeys), isComplete: true })).toMatchObject({
    ...{ verdict: 'confirmed', problems: [], lines: [] },
  });

  // Each pending email leaves once, and its links work.
  const pending = await asOwner(restored, async (client) => {
    const { rows } = await client.query<{ message_id: string }>(
      `select message_id from mails where state = 'queued' and body is not null`,
    );
    await client.query('update graphile_worker._private_jobs set run_at = now()');
    return rows.map((row) => row.message_id);
  });
  expect(pending.length).toBeGreaterThan(3);
  const recovery = () =>
    sink.received.find(({ to, raw }) => to[0] === 'writer0@example.com' && raw.includes('recover'));
  await until('all emails', 60_000, () => sink.received.length > pending.length && recovery() !== undefined);
  const sent = sink.received.map(({ mail }) => mail.messageId);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent).toEqual(expect.arrayContaining(pending));
  const verification = sink.received.find(
    ({ to, raw }) => to[0] === 'writer2@example.com' && raw.includes('verify='),
  );
  const session = settled.ledgers[2]!.token;
  const token = (link: string, text: string) => new RegExp(`[?&]${link}=([\\w-]+)`).exec(text)![1];
  const verify = { token: token('verify', verification!.mail.text!) };
  expect((await postJson(`${restored.url}/api/auth/verify`, verify, session)).status).toBe(200);
  const recover = { token: token('recover', recovery()!.mail.text!) };
  expect((await postJson(`${restored.url}/api/auth/recover/check`, recover)).status).toBe(200);
  await restored.stop();
  await sink.close();
  console.log(
    `backup: ${quiet.rows} rows, ${quiet.files} files, ${quiet.megabytes} MB in ${quiet.seconds} s ` +
      `(${(quiet.megabytes / quiet.seconds).toFixed(0)} MB/s); restored with verification in ${restoreSeconds.toFixed(1)} s; ` +
      `${pending.length} pending emails sent once; timeline p50 ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms during the backup ` +
      `(${(busy / idle).toFixed(1)} times)`,
  );
});

function postJson(url: string, body: object, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
}

/** Backs up in this process, so that `onFirstRead` can run between the snapshot and the bytes. */
async function backUpWith(onFirstRead: () => Promise<void> | void, path: string): Promise<void> {
  const store = await storeOf(source.dataDir);
  let first = true;
  const read: FileStore['read'] = async (...range) => {
    if (first) await onFirstRead();
    first = false;
    return store.read(...range);
  };
  const files: Parts['files'] = { store: { ...store, read }, named: storedFiles };
  const quiet = () => undefined;
  await asOwner(source, (owner) =>
    writeArchive({
      ...{ owner, path, files, version: 'test', appSecret: 'x'.repeat(32), ownsSecret: true },
      ...{ onProgress: quiet, onWait: quiet },
    }),
  );
}

it('files that users delete while a backup runs are in it, and are deleted afterwards', async () => {
  const [ledger] = settled.ledgers;
  const [entry] = [...ledger!.entries.values()].filter(({ files }) =>
    files.some((file) => file.acknowledged),
  );
  const { id } = entry!.files.find((file) => file.acknowledged)!;
  const { file_path: filePath } = await asOwner(source, async (client) => {
    const { rows } = await client.query<{ file_path: string }>(
      'select file_path from log_files where id = $1',
      [id],
    );
    return rows[0]!;
  });
  const postponed = () =>
    asOwner(source, async (client) => {
      const { rowCount } = await client.query(
        `select from graphile_worker.jobs where task_identifier = 'remove-log-files' and run_at > now()`,
      );
      return rowCount === 1;
    });
  await backUpWith(async () => {
    const response = await fetch(`${source.url}/api/log_files/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ledger!.token}` },
    });
    expect(response.status).toBe(200);
    await until('the job to be postponed', 15_000, postponed);
  }, at('deleting.zip'));
  const archive = await openArchive(at('deleting.zip'), () => undefined);
  archive.close();
  expect(archive.files.map(({ key }) => key)).toContain(`log-files/${filePath}`);
  await asOwner(source, (client) => client.query('update graphile_worker._private_jobs set run_at = now()'));
  const store = await storeOf(source.dataDir);
  await until(
    'the file to be deleted',
    15_000,
    async () => (await store.sizeOf(`log-files/${filePath}`)) === undefined,
  );
});

it('the daily job keeps three archives, and waits for another backup without keeping the process from stopping', async () => {
  const names = () =>
    readdirSync(backups)
      .filter((name) => name.startsWith('daily-'))
      .sort();
  const enqueue = () => asOwner(source, (client) => client.query(`select app.enqueue('back-up', '{}')`));
  const written = () => source.log().split('backup written').length;
  const today = `daily-${new Date().toISOString().slice(0, 10)}.zip`;
  // Nor do they delete what only has a similar name.
  writeFileSync(join(backups, 'daily-notes.zip'), '');
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
    const before = written();
    await enqueue();
    // Its archive is in place before older ones are deleted.
    await until('the backup', 30_000, () => written() > before);
    renameSync(join(backups, today), join(backups, `daily-${day}.zip`));
  }
  await enqueue();
  await until('the oldest to be deleted', 30_000, () => !names().includes('daily-2026-01-01.zip'));
  expect(names()).toEqual(['daily-2026-01-02.zip', 'daily-2026-01-03.zip', today, 'daily-notes.zip']);
  expect(await lastBackup({ backupDir: backups })).toMatchObject({ path: join(backups, today) });
  expect(source.output()).toContain('backup written');

  // Another backup, which holds this lock, must not keep the process from stopping.
  await asOwner(source, async (client) => {
    await client.query('select pg_advisory_lock(7263005)');
    await enqueue();
    await until('the job to wait', 15_000, async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      );
      return rowCount === 1;
    });
    await source.stop();
  });
  source.start();
  await source.untilReady();
});

it('a killed backup leaves no archive, and the next one deletes what it left', async () => {
  const partial = () => readdirSync(backups).filter((name) => name.endsWith('.partial'));
  const before = readdirSync(backups);
  const script = startScript('backup', [], env(source));
  await until('an incomplete archive', 20_000, () => partial().length > 0);
  script.process.kill('SIGKILL');
  await script.done;
  expect(partial()).toHaveLength(1);
  expect(readdirSync(backups).filter((name) => name.endsWith('.zip'))).toHaveLength(before.length);
  await runScript('backup', [], env(source));
  expect(partial()).toEqual([]);
  expect(readdirSync(backups)).toHaveLength(before.length + 1);
});
