// What a guest's packet can contain, and its document: entries and completed goals of this browser. Shoutouts and vouches
// need an account.
import { findTags } from '#features/check-ins/tag-rules.ts';
import { editsOf } from '#features/check-ins/web/guest/guest-entries.ts';
import { timelineOf } from '#features/check-ins/web/guest/guest-read.ts';
import type { GuestCheckIn, GuestFile, GuestGoal } from '#features/guest/web/guest-database.ts';
import { keysOfEntry, readGuest, type GuestRead } from '#features/guest/web/guest-transaction.ts';
import { dayBounds } from '#platform/clock/days.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { countCharacters } from '#platform/text/plain-text.ts';
import { limits } from '../constants.ts';
import type { Material, operations, Period } from '../contract.ts';
import { documentOf, freezeEntry, freezeGoal, type EntryToFreeze, type Freeze } from '../freeze-rules.ts';
import { isPeriod, itemsOf, keyOf } from '../rules.ts';
import { untitled } from '../texts.ts';
import { draftOf, guestPacketById, refused } from './guest-packets.ts';

export const materialHandlers = {
  'GET /api/packets/material': async ({ query: period }) => {
    if (!isPeriod(period)) throw refused('invalid_packet_period');
    const time_zone = readerTimeZone();
    const { entries, goals } = await readGuest(async (tx) => {
      const completed = await completedGoals(tx);
      return {
        entries: await materialEntries(tx, spanOf(period, time_zone), completed),
        goals: completed.filter(isIn(spanOf(period, time_zone))),
      };
    });
    return {
      ...{ period: { from: period.from, to: period.to }, time_zone },
      entries: entries.slice(-limits.material),
      goals: goals
        .slice(-limits.material)
        .map(({ import_id: id, text, completed_at: at }) => ({ id, text, at })),
      ...{ shoutouts: [], vouches: [] },
    };
  },
  'GET /api/packets/:id/document': async ({ params }) => {
    const { draft, entries, goals } = await readGuest(async (tx) => {
      const draft = draftOf(await guestPacketById(tx, params.id));
      const ids = new Set(itemsOf(draft).map(({ id }) => id));
      const span = spanOf(draft.period, readerTimeZone());
      const completed = (await completedGoals(tx)).filter(isIn(span));
      const entries = await Promise.all([...ids].map((id) => chosenEntry(tx, id, span)));
      return { draft, entries: entries.filter((entry) => entry !== undefined), goals: completed };
    });
    const frozen = new Map<string, Freeze>();
    for (const goal of goals) frozen.set(keyOf({ kind: 'goal', id: goal.import_id }), frozenGoal(goal));
    for (const entry of entries)
      frozen.set(keyOf({ kind: 'entry', id: entry.row.id }), await frozenEntry(entry));
    const title = draft.title || untitled;
    return documentOf(draft, { title, author: '', timeZone: readerTimeZone() }, frozen);
  },
} satisfies LocalHandlers<typeof operations>;

type Span = { from: string; to: string };

const spanOf = ({ from, to }: Period, zone: string): Span => ({
  from: dayBounds(from, zone).from,
  to: dayBounds(to, zone).to,
});

type CompletedGoal = GuestGoal & { completed_at: string };

const isIn =
  ({ from, to }: Span) =>
  ({ completed_at: at }: CompletedGoal) =>
    at >= from && at < to;

/** Oldest first. */
async function completedGoals(tx: GuestRead): Promise<CompletedGoal[]> {
  const goals = await tx.objectStore('goals').getAll();
  return goals
    .filter((goal): goal is CompletedGoal => goal.completed_at !== null && goal.deleted_at === null)
    .toSorted((a, b) => (a.completed_at < b.completed_at ? -1 : 1));
}

async function materialEntries(
  tx: GuestRead,
  { from, to }: Span,
  completed: readonly CompletedGoal[],
): Promise<Material['entries']> {
  // The goal is listed itself.
  const ofGoals = new Set(completed.map(({ check_in_id }) => check_in_id));
  const entries: Material['entries'] = [];
  for await (const { id, kind, content, emoji, created_at, file_count } of timelineOf(tx, [from], [to])) {
    if (kind === 'goal' && file_count === 0 && ofGoals.has(id)) continue;
    entries.push({
      ...{ id, text: startOf(content), length: countCharacters(content), emoji, at: created_at },
      tags: findTags(content).map(({ key }) => key),
      files: file_count,
    });
  }
  return entries;
}

const startOf = (text: string) =>
  text.length <= limits.excerpt ? text : [...text].slice(0, limits.excerpt).join('');

type ChosenEntry = { row: GuestCheckIn; files: GuestFile[] };

async function chosenEntry(tx: GuestRead, id: string, { from, to }: Span): Promise<ChosenEntry | undefined> {
  const row = await tx.objectStore('check_ins').get(id);
  if (!row || row.deleted_at !== null || row.created_at < from || row.created_at >= to) return undefined;
  const files = await tx.objectStore('log_files').index('of_check_in').getAll(keysOfEntry(id));
  return { row, files: files.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)) };
}

// Texts have no hash, because no record names them. Those of files let readers recognize a file that they get separately.
async function frozenEntry({ row, files }: ChosenEntry): Promise<Freeze> {
  const { content: text, emoji, created_at: at, recorded_at, edited_at } = row;
  const frozen: EntryToFreeze['files'][number][] = [];
  // One after another, because their bytes are in memory meanwhile.
  for (const { id, file_name: name, file_size: size, mime_type: type } of files)
    frozen.push({ name, size, type, sha256: await hashOfFile(id) });
  return freezeEntry({
    ...{ text, sha256: '', emoji, at, recorded_at, edited_at, edits: editsOf(row) },
    files: frozen,
  });
}

const frozenGoal = ({ text, created_at: set_at, completed_at }: CompletedGoal) =>
  freezeGoal({ text, sha256: '', set_at, completed_at });

/** Empty where the browser has no hashes: on plain http. */
async function hashOfFile(id: string): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  const bytes = subtle && (await readGuest((tx) => tx.objectStore('file_bytes').get(id)));
  if (!bytes) return '';
  const hash = await subtle.digest('SHA-256', bytes instanceof Blob ? await bytes.arrayBuffer() : bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
