// Power cuts: the process, the database, or both are killed while eight users write. Afterwards every acknowledged
// write is there, byte for byte. An unacknowledged write is there completely or not at all.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { problemsIn, sweep, untilEmailed } from './audit.ts';
import { emptyTally } from './ledger.ts';
import { pauseInMigration } from './migration.ts';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';
import { makeWriters, renewToken, type Writers } from './writers.ts';

const cycles = Number(process.env['CRASH_CYCLES'] ?? 9);
const writersCount = 8;
/** Acknowledged entries before a kill, and between the kill and the audit. */
const entriesBeforeKill = 60;
const entriesAfterKill = 30;
/** A kill may duplicate one email per worker: those accepted by the SMTP server, but not yet recorded as sent. */
const duplicatesPerKill = 2;
const writeTimeoutMs = 60_000;

describe(`${cycles} cycles of kill -9 under ${writersCount} writers`, () => {
  let program: Program;
  let writers: Writers;
  let sink: SmtpSink;
  const tally = emptyTally();

  beforeAll(async () => {
    sink = await startSink();
    program = await makeProgram({ SMTP_URL: sink.url });
    program.start();
    await program.untilReady();
    writers = await makeWriters(program.url, writersCount, tally);
  });
  afterAll(async () => {
    await writers?.stop();
    await program?.remove();
    await sink?.close();
    console.log(
      `crash: ${cycles} cycles, ${tally.entries} entries, ${tally.files} files and ${tally.emailed.length} emails ` +
        `acknowledged, ` +
        `${tally.failed} requests failed, slowest ${tally.slowestMs} ms`,
    );
  });

  const acknowledged = (more: number) => {
    const wanted = tally.entries + more;
    return until(`${more} more entries`, writeTimeoutMs, () => {
      if (!program.alive()) throw new Error(`The server exited unexpectedly:\n${program.output()}`);
      return tally.entries >= wanted;
    });
  };
  const kills = {
    'the process': () => program.killProcess(),
    'the database': () => program.killDatabase(),
    'the process and the database': async () => {
      await Promise.all([program.killDatabase(), program.killProcess()]);
    },
  };
  const names = Object.keys(kills) as (keyof typeof kills)[];

  it.each(Array.from({ length: cycles }, (_, i) => [i + 1, names[i % names.length]!] as const))(
    'cycle %i, kill %s: no acknowledged write is lost, and no write is partial',
    async (cycle, name) => {
      const start = { ...tally };
      for (const ledger of writers.ledgers) await renewToken(program.url, ledger);
      writers.start();
      // Random, so that kills hit requests at different points.
      await acknowledged(entriesBeforeKill + Math.floor(Math.random() * 20));
      const killedAt = Date.now();
      await kills[name]();
      if (!program.alive()) program.start();
      // After a kill of the database alone, the process restarts it.
      await acknowledged(entriesAfterKill);
      const recoveryMs = Date.now() - killedAt;
      await writers.stop();
      expect(program.alive()).toBe(true);

      const swept = await sweep(program);
      const problems = await problemsIn(program.url, writers.ledgers, cycle === cycles ? 'all' : 'new');
      console.log(
        `crash ${cycle}, ${name}: ${tally.entries - start.entries} entries, ${tally.files - start.files} files, ` +
          `${tally.failed - start.failed} failed requests, ${entriesAfterKill} entries after the kill took ${recoveryMs} ms, ` +
          `${swept.left} leftovers swept`,
      );
      const all = [...tally.problems.splice(0), ...swept.problems, ...problems];
      if (all.length > 0) all.push(program.output());
      expect(all).toEqual([]);
    },
  );

  it('the email of every acknowledged sign-up is sent, with few duplicates', async () => {
    const database = await program.database('postgres');
    await untilEmailed(database, sink, tally.emailed);
    const ids = sink.received.map(({ mail }) => mail.messageId);
    expect(ids.every((id) => id)).toBe(true);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(cycles * duplicatesPerKill);
    expect(tally.emailed.length).toBeGreaterThan(cycles);
  });
});

describe('a first start', () => {
  it.each([
    [
      'while the database is being created',
      (dir: string) => namesIn(dir).some((name) => /\.making-/.test(name)),
    ],
    [
      'as soon as the database responds',
      async (dir: string) => (await readPostmaster(join(dir, 'postgres')))?.ready === true,
    ],
  ])('that is killed %s is recovered by the next start', async (_when, isReached) => {
    const program = await makeProgram();
    try {
      program.start();
      await until('the moment to kill', 30_000, () => isReached(program.dataDir));
      expect(await program.ready()).toBe(false);
      await program.killProcess();
      program.start();
      await program.untilReady();
      const writers = await makeWriters(program.url, 1, emptyTally());
      writers.start();
      await until('an entry', 10_000, () => writers.tally.entries > 0);
      await writers.stop();
      expect(await problemsIn(program.url, writers.ledgers, 'all')).toEqual([]);
    } finally {
      await program.remove();
    }
  });
});

it('a migration that is killed halfway is rolled back, and the next start recovers', async () => {
  for (let attempt = 1; ; attempt++) {
    const program = await makeProgram();
    try {
      program.start();
      const paused = await pauseInMigration(program);
      if (!paused) {
        // The migrations finished before one could be paused.
        if (attempt < 10) continue;
        throw new Error('No start could be paused in a migration.');
      }
      expect(await program.ready()).toBe(false);
      await program.killProcess();
      await paused.release();
      program.start();
      await program.untilReady();
      return;
    } finally {
      await program.remove();
    }
  }
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
