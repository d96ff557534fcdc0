// Compares the running product with the ledgers: nothing acknowledged is missing, nothing is partial, and the bytes on
// disk are exactly those of the rows.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import { sweepFiles } from '#features/check-ins/server/jobs.ts';
import { hourMs } from '#platform/clock/durations.ts';
import { diskStore } from '#platform/files/disk-store.ts';
import type { Ledger, SentEntry } from './ledger.ts';
import type { Program } from '../support/program.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/**
 * Describes every problem. Reads all entries. `files` selects whether to compare the files of all entries, or only of new
 * ones, which no audit has seen.
 */
export async function problemsIn(url: string, ledgers: Ledger[], files: 'new' | 'all'): Promise<string[]> {
  const found = await Promise.all(ledgers.map((ledger) => problemsOf(url, ledger, files)));
  return found.flat();
}

async function problemsOf(url: string, ledger: Ledger, files: 'new' | 'all'): Promise<string[]> {
  const problems: string[] = [];
  const rows = await allCheckIns(url, ledger);
  for (const sent of ledger.entries.values()) {
    const row = rows.get(sent.id);
    rows.delete(sent.id);
    if (!row && sent.acknowledged) problems.push(`the acknowledged entry ${sent.id} is missing`);
    if (row) problems.push(...differences(sent, row));
    if (row && (files === 'all' || !sent.audited))
      problems.push(...(await fileDifferences(url, ledger, sent, row)));
    sent.audited = true;
  }
  for (const id of rows.keys()) problems.push(`the entry ${id} was never sent`);
  return problems;
}

async function allCheckIns(url: string, ledger: Ledger): Promise<Map<string, CheckIn>> {
  const rows = new Map<string, CheckIn>();
  let query = 'limit=100';
  for (;;) {
    const page = await get<{ rows: CheckIn[]; next: string | null }>(ledger, `${url}/api/check_ins?${query}`);
    for (const row of page.rows) rows.set(row.id, row);
    if (page.next === null) return rows;
    query = `limit=100&before=${encodeURIComponent(page.next)}`;
  }
}

function differences(sent: SentEntry, row: CheckIn): string[] {
  const same = row.content === sent.content && row.emoji === sent.emoji && row.created_at === sent.createdAt;
  return same ? [] : [`the entry ${sent.id} differs from what was sent`];
}

async function fileDifferences(
  url: string,
  ledger: Ledger,
  sent: SentEntry,
  row: CheckIn,
): Promise<string[]> {
  const problems: string[] = [];
  if (sent.files.length === 0) return problems;
  const files = await get<{ rows: LogFile[] }>(ledger, `${url}/api/log_files?check_in_id=${sent.id}`);
  const stored = new Map(files.rows.map((file) => [file.id, file]));
  if (row.file_count !== stored.size)
    problems.push(`the entry ${sent.id} has file_count ${row.file_count}, but ${stored.size} files`);
  const missing = new Set(row.missing_files.map((file) => file.id));
  for (const file of sent.files) {
    const storedFile = stored.get(file.id);
    if (storedFile === undefined && file.acknowledged)
      problems.push(`the acknowledged file ${file.id} is missing`);
    if (missing.has(file.id) === (storedFile !== undefined))
      problems.push(
        `the file ${file.id} is ${storedFile ? 'stored, but listed as missing' : 'neither stored nor listed as missing'}`,
      );
    if (storedFile && (await hashOf(url, ledger, storedFile)) !== file.sha256)
      problems.push(`the file ${file.id} has wrong bytes, or none`);
  }
  return problems;
}

async function hashOf(url: string, ledger: Ledger, file: LogFile): Promise<string> {
  const signed = await fetch(`${url}/api/storage/log-files/${file.id}/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ledger.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'download' }),
  });
  const address = (await signed.json()) as { url: string };
  const response = await fetch(url + address.url);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

async function get<T>({ token }: Ledger, address: string): Promise<T> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return (await response.json()) as T;
}

/**
 * Runs the sweep with a clock two hours ahead, while there are no writes. Afterwards each stored object belongs to a
 * row. Returns in `left` how many orphaned objects and partial uploads it deleted.
 */
export async function sweep(program: Program): Promise<{ left: number; problems: string[] }> {
  const pool = new pg.Pool({ ...(await program.database('logbook_jobs')), max: 1 });
  try {
    const store = await diskStore(join(program.dataDir, 'files'));
    const later = new Date(Date.now() + 2 * hourMs);
    const { objects, staged } = await sweepFiles(pool, store, later);
    const stored = await store.list('log-files/', undefined, Number.MAX_SAFE_INTEGER);
    const { rows } = await pool.query<{ key: string }>(
      `select 'log-files/' || p as key from log_files, unnest(array[file_path, view_path]) p where p is not null`,
    );
    const storedKeys = new Set(stored.map((object) => object.key));
    const referencedKeys = new Set(rows.map((row) => row.key));
    const problems = [
      ...[...storedKeys].filter((key) => !referencedKeys.has(key)).map((key) => `${key} belongs to no row`),
      ...[...referencedKeys].filter((key) => !storedKeys.has(key)).map((key) => `${key} has no bytes`),
    ];
    return { left: objects + staged, problems };
  } finally {
    await pool.end();
  }
}

/**
 * Makes emails in these states due now, instead of minutes later: the next attempt of queued ones, and the end of the
 * lease of those that a killed process was sending.
 */
async function makeEmailsDue(
  database: pg.ClientConfig | undefined,
  states: ('sending' | 'queued')[],
): Promise<void> {
  const owner = new pg.Client(database);
  await owner.connect();
  await owner.query(`update mails set due_at = due_at - interval '1 day' where state = any ($1)`, [states]);
  await owner.query(`select app.enqueue('resume-mails', '{}')`);
  await owner.end();
}

/**
 * Resolves when each address has received an email. What a killed process was sending is due now instead of minutes
 * later.
 */
export async function untilEmailed(
  database: pg.ClientConfig | undefined,
  sink: SmtpSink,
  addresses: Iterable<string>,
): Promise<void> {
  const missing = new Set(addresses);
  await makeEmailsDue(database, ['sending', 'queued']);
  let lastRunAt = Date.now();
  await until('every email', 60_000, async () => {
    for (const { to } of sink.received) missing.delete(to[0]!);
    // The first run requeues what a killed process was sending. The next run makes it due.
    if (Date.now() - lastRunAt > 1000) {
      await makeEmailsDue(database, ['queued']);
      lastRunAt = Date.now();
    }
    return missing.size === 0;
  }).catch(async (error: Error) => {
    const rows = JSON.stringify(await emailsTo(database, [...missing]));
    throw new Error(`${error.message}; ${missing.size} are missing: ${rows}`);
  });
}

/** The rows of emails to these addresses. */
async function emailsTo(database: pg.ClientConfig | undefined, addresses: string[]): Promise<unknown[]> {
  const owner = new pg.Client(database);
  await owner.connect();
  const { rows } = await owner.query(
    'select recipient, state, reason, attempts, due_at from mails where recipient = any ($1) limit 20',
    [addresses],
  );
  await owner.end();
  return rows;
}
