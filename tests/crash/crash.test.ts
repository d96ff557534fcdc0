// Power cuts: the process, the database, or both are killed while eight people write. Whatever was acknowledged is there
// afterwards, byte by byte; whatever was not is there whole or not at all.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { faultsIn, sweep } from './audit.ts';
import { emptyTally } from './ledger.ts';
import { makeProgram, type Program } from './program.ts';
import { until } from './until.ts';
import { makeWriters, type Writers } from './writers.ts';

const cycles = Number(process.env['CRASH_CYCLES'] ?? 5);
const writersCount = 8;
/** Acknowledged entries before a kill, and after it before the audit. */
const before = 100;
const after = 50;
const writtenWithin = 60_000;

describe(`${cycles} cycles of kill -9 under ${writersCount} writers`, () => {
  let program: Program;
  let writers: Writers;
  const tally = emptyTally();

  beforeAll(async () => {
    program = await makeProgram();
    program.start();
    await program.untilReady();
    writers = await makeWriters(program.url, writersCount, tally);
  });
  afterAll(async () => {
    await writers?.halt();
    await program?.remove();
    console.log(
      `crash: ${cycles} cycles, ${tally.entries} entries and ${tally.files} files acknowledged, ` +
        `${tally.unanswered} requests unanswered, slowest ${tally.slowest} ms`,
    );
  });

  const acknowledged = (more: number) => {
    const wanted = tally.entries + more;
    return until(`${more} more entries`, writtenWithin, () => {
      if (!program.alive()) throw new Error(`The server ended by itself:\n${program.output()}`);
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
    'cycle %i, %s: nothing acknowledged is lost, nothing is there by half',
    async (cycle, name) => {
      const at = { ...tally };
      writers.go();
      // Not always at the same place in a request.
      await acknowledged(before + Math.floor(Math.random() * 20));
      const killedAt = Date.now();
      await kills[name]();
      if (!program.alive()) program.start();
      // The database alone comes back without a restart of the process.
      await acknowledged(after);
      const backAfter = Date.now() - killedAt;
      await writers.halt();
      expect(program.alive()).toBe(true);

      const swept = await sweep(program);
      const faults = await faultsIn(program.url, writers.ledgers, cycle === cycles ? 'all' : 'new');
      console.log(
        `crash ${cycle}, ${name}: ${tally.entries - at.entries} entries, ${tally.files - at.files} files, ` +
          `${tally.unanswered - at.unanswered} unanswered, ${after} written again after ${backAfter} ms, ` +
          `${swept.left} leftovers swept`,
      );
      const all = [...tally.faults.splice(0), ...swept.faults, ...faults];
      if (all.length > 0) all.push(program.output());
      expect(all).toEqual([]);
    },
  );
});

describe('a first start', () => {
  it.each([
    ['while the database is made', (dir: string) => namesIn(dir).some((name) => /\.making-/.test(name))],
    [
      'as soon as the database answers',
      async (dir: string) => (await readPostmaster(join(dir, 'postgres')))?.ready === true,
    ],
  ])('that is killed %s heals at the next', async (_when, reached) => {
    const program = await makeProgram();
    try {
      program.start();
      await until('the moment to kill', 30_000, () => reached(program.dataDir));
      expect(await program.ready()).toBe(false);
      await program.killProcess();
      program.start();
      await program.untilReady();
      const writers = await makeWriters(program.url, 1, emptyTally());
      writers.go();
      await until('an entry', 10_000, () => writers.tally.entries > 0);
      await writers.halt();
      expect(await faultsIn(program.url, writers.ledgers, 'all')).toEqual([]);
    } finally {
      await program.remove();
    }
  });
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
