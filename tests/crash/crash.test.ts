// Power cuts: the process, the database, or both are killed while eight people write. Whatever was acknowledged is there
// afterwards, byte by byte; whatever was not is there whole or not at all.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPostmaster } from '#platform/database/embedded/postmaster-file.ts';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { faultsIn, hurryMails, mailsTo, sweep } from './audit.ts';
import { emptyTally } from './ledger.ts';
import { caughtInMigration } from './migration.ts';
import { makeProgram, type Program } from './program.ts';
import { until } from './until.ts';
import { keepSignedIn, makeWriters, type Writers } from './writers.ts';

const cycles = Number(process.env['CRASH_CYCLES'] ?? 30);
const writersCount = 8;
/** Acknowledged entries before a kill, and after it before the audit. */
const before = 60;
const after = 30;
/** How often one mail may come twice: each kill may catch as many as there are workers, between the server's yes and ours. */
const duplicatesPerKill = 2;
const writtenWithin = 60_000;

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
    await writers?.halt();
    await program?.remove();
    await sink?.close();
    console.log(
      `crash: ${cycles} cycles, ${tally.entries} entries, ${tally.files} files and ${tally.mailed.length} mails ` +
        `acknowledged, ` +
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
      for (const ledger of writers.ledgers) await keepSignedIn(program.url, ledger);
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

  it('sends every mail that an acknowledged sign-up owes, and hardly any twice', async () => {
    await hurryMails(program, ['sending', 'queued']);
    const owed = new Set(tally.mailed);
    let hurried = Date.now();
    await until('every mail', 60_000, async () => {
      for (const { to } of sink.received) owed.delete(to[0]!);
      // What a dead process had on the wire is queued again by the first look, and due at the next.
      if (Date.now() - hurried > 1000) {
        await hurryMails(program, ['queued']);
        hurried = Date.now();
      }
      return owed.size === 0;
    }).catch(async (error: Error) => {
      const rows = JSON.stringify(await mailsTo(program, [...owed]));
      throw new Error(`${error.message}; ${owed.size} are owed: ${rows}`);
    });
    const ids = sink.received.map(({ mail }) => mail.messageId);
    expect(ids.every((id) => id)).toBe(true);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(cycles * duplicatesPerKill);
    expect(tally.mailed.length).toBeGreaterThan(cycles);
  });
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

it('a start that is killed in the middle of a migration leaves nothing of it, and heals at the next', async () => {
  for (let tries = 1; ; tries++) {
    const program = await makeProgram();
    try {
      program.start();
      const caught = await caughtInMigration(program);
      if (!caught) {
        // The migrations were through before they could be caught.
        if (tries < 10) continue;
        throw new Error('No start could be caught in a migration.');
      }
      expect(await program.ready()).toBe(false);
      await program.killProcess();
      await caught.letGo();
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
