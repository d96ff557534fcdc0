// The entries of the seed: the work log next to the checkout if there is one, otherwise the included sample.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emojis } from '#features/check-ins/constants.ts';
import { dayMs } from '#platform/clock/durations.ts';

export type SeedEntry = {
  /** The same in every run, so a second run finds the entries of the first. */
  id: string;
  content: string;
  emoji: string | null;
  createdAt: string;
};

const workLog = join(import.meta.dirname, '../../../shared/data/work-log.jsonl');
const sample = join(import.meta.dirname, 'sample.jsonl');

/** The entries of one user; `now` in ms since 1970. Ids depend on the user. */
export function seedEntries(userId: string, now: number, logFile = workLog): SeedEntry[] {
  return existsSync(logFile) ? logEntries(userId, logFile) : sampleEntries(userId, now);
}

function logEntries(userId: string, file: string): SeedEntry[] {
  return readLines<{ created_at: string; content: string }>(file).map(({ created_at, content }) => {
    const at = Date.parse(created_at);
    const hash = hashOf(userId, created_at, content);
    return { id: idFrom(at, hash), content, emoji: emojiFrom(hash), createdAt: new Date(at).toISOString() };
  });
}

// Dates count back from today. Ids must not change from day to day, so they are derived from the distance.
function sampleEntries(userId: string, now: number): SeedEntry[] {
  const midnight = Math.floor(now / dayMs) * dayMs;
  type Line = { days_ago: number; time: string; content: string; emoji?: string };
  return readLines<Line>(sample).map(({ days_ago, time, content, emoji }) => {
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const ago = days_ago * dayMs - minutes * 60_000;
    return {
      id: idFrom(Date.UTC(2026, 0, 1) - ago, hashOf(userId, `${days_ago} ${time}`, content)),
      content,
      emoji: emoji ?? null,
      createdAt: new Date(midnight - ago).toISOString(),
    };
  });
}

function readLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export function hashOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** About every third entry gets an emoji. */
function emojiFrom(hash: Buffer): string | null {
  return emojis[hash[31]! % (emojis.length * 3)] ?? null;
}

/** A UUIDv7 whose random part comes from the hash. */
export function idFrom(at: number, hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
