// A new version takes over from the previous one under load, without a failed request: both run on the migrated database
// for a while. The new version is this one with one more migration.
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { durations, failures, missingFrom, signUp, startLoad, type Load } from './support/load.ts';
import { prepareProcesses, type SeveralProcesses } from './support/several-processes.ts';

const usersCount = 6;
/** What a migration of an expanding release does: it only adds. Existing rows get the default. */
const migration = `
  alter table check_ins add column color text not null default 'none' check (color <> '');
  alter table goals add column color text;
  create index check_ins_color on check_ins (color);`;

let checkout: string;
let all: SeveralProcesses;
let old: Program[];
let current: Program[];
let load: Load | undefined;

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), 'logbook-new-version-'));
  for (const part of ['dist', 'migrations', 'src', 'content', 'package.json'])
    cpSync(part, join(checkout, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
  writeFileSync(join(checkout, 'dist/web/assets/new.js'), 'export {};\n');
  writeFileSync(join(checkout, 'migrations/9999_colors.sql'), migration);
  const here = process.cwd();
  all = await prepareProcesses([here, here, checkout, checkout], 'folder');
  [old, current] = [all.programs.slice(0, 2), all.programs.slice(2)];
  for (const program of old) program.start();
  await Promise.all(old.map((program) => program.untilReady()));
});
afterAll(async () => {
  await load?.stop();
  await all?.stop();
  rmSync(checkout, { recursive: true, force: true });
});

const report = (line: string) => console.log(`rolling update: ${line}`);

/** Resolves when the users have sent this many more requests. */
async function requests(more: number): Promise<void> {
  const before = load!.sent.length;
  await until(`${more} more requests`, 30_000, () => load!.sent.length > before + more);
}

it('two new processes that start together under load migrate once, while no request to the old ones fails', async () => {
  const users = await Promise.all(
    Array.from({ length: usersCount }, (_, index) => signUp(all.nginx.url, `rolling${index}@example.com`)),
  );
  load = startLoad(all.nginx.url, users);
  await requests(100);
  const startedAt = performance.now();
  for (const program of current) program.start();
  await Promise.all(current.map((program) => program.untilReady()));
  const ms = Math.round(performance.now() - startedAt);
  const applied = current.filter((program) => program.output().includes('applied 9999_colors.sql'));
  expect(applied).toHaveLength(1);
  const during = load.sent.filter(({ endedAt }) => endedAt >= startedAt);
  report(`${during.length} requests in the ${ms} ms of the migrating start, ${durations(during)}`);
  expect(failures(load.sent)).toEqual([]);
});

it('processes of both versions serve the same users on the migrated database', async () => {
  await requests(300);
  const user = await signUp(old[0]!.url, 'both@example.com');
  for (const { url } of all.programs) {
    const { status } = await fetch(`${url}/api/check_ins?limit=20`, { headers: user.headers });
    expect(status).toBe(200);
  }
  // Only the new version has this script, and any process may get the request.
  const scripts = Array.from({ length: 8 }, () => fetch(`${all.nginx.url}/assets/new.js`));
  expect((await Promise.all(scripts)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await fetch(`${old[0]!.url}/assets/new.js`)).status).toBe(404);
  expect(failures(load!.sent)).toEqual([]);
});

it('a process of the old version does not start again on the migrated database, and says why', async () => {
  const [first] = old;
  await first!.stop();
  first!.start();
  await until('the refusal', 30_000, () => !first!.alive());
  expect(first!.output()).toContain('belongs to a newer Logbook');
  await requests(100);
  expect(failures(load!.sent)).toEqual([]);
});

it('the new processes serve all users after the old ones have stopped, and nothing is lost', async () => {
  await Promise.all(old.map((program) => program.stop()));
  await requests(200);
  await load!.stop();
  const { sent, entries, files, signedUp } = load!;
  report(
    `${sent.length} requests, ${failures(sent).length} failed, ${durations(sent)}; ${entries.size} entries, ` +
      `${files.size} files and ${signedUp.length} accounts kept`,
  );
  expect(failures(sent)).toEqual([]);
  expect(await missingFrom(all.nginx.url, load!)).toEqual([]);
  const emails = () => signedUp.filter((email) => !all.sink.received.some(({ to }) => to.includes(email)));
  await until('all emails', 30_000, () => emails().length === 0);
});
