// Adds an archive of Logbook to the log of a user or guest. Every step can be repeated: an import that is canceled, or ends
// with its page, goes on where it was when the same archive is imported again. Nothing is added twice.
import type {
  CheckIn,
  ImportedCheckIn,
  operations as checkInOperations,
} from '#features/check-ins/contract.ts';
import { refusalTexts as entryTexts } from '#features/check-ins/refusal-texts.ts';
import type { operations as guestImport } from '#features/guest-import/contract.ts';
import { retryWithBackoff } from '#features/guest-import/web/retry-with-backoff.ts';
import { splitBatch } from '#features/guest-import/web/split-batch.ts';
import type { ImportedGoal, operations as goalOperations } from '#features/goals/contract.ts';
import { refusalTexts as goalTexts } from '#features/goals/texts.ts';
import type { operations as recordOperations } from '#features/imported-records/contract.ts';
import { recordTexts } from '#features/imported-records/texts.ts';
import { hostOf } from '#features/imported-records/rules.ts';
import type { operations as suggestionOperations } from '#features/suggestions/contract.ts';
import { client, hasCode, isClientError, type Problem } from '#platform/http/client.ts';
import { isFileRefused } from '#platform/http/upload.ts';
import { archiveTexts } from '../../archive-texts.ts';
import type {
  ArchiveCounts,
  ArchivedEntry,
  ArchivedFile,
  ArchivedGoal,
  ArchivedRecord,
  ArchivePart,
} from './archive-items.ts';
import { derivedId, settledHash } from './item-ids.ts';

const call = client<
  typeof checkInOperations &
    typeof goalOperations &
    typeof guestImport &
    typeof recordOperations &
    typeof suggestionOperations
>();

/** Refused items that are listed; all are counted. */
const listed = 200;

export type Refused = { name: string; why: string };

export type ArchiveResult = {
  added: ArchiveCounts;
  /** In the log already, or imported before and deleted since. */
  known: number;
  /** Files that the archive has no usable bytes of, or that were refused. Their entries name them (R-B4). */
  missingFiles: number;
  refused: number;
  firstRefused: Refused[];
  /** There is no room for more files. Importing the archive again adds those that are missing. */
  isFull: boolean;
};

export type ArchiveSource = {
  nextPart: () => Promise<ArchivePart | undefined>;
  archivedFile: (id: string) => Promise<Blob | undefined>;
};

type Run = {
  /** The user's id, or that of guests. */
  owner: string;
  isGuest: boolean;
  /** The origin of the instance that wrote the archive, and of this one. */
  origin: string;
  here: string;
  source: ArchiveSource;
  onProgress: (done: ArchiveCounts, waiting: boolean) => void;
  isCanceled: () => boolean;
};

/** Throws `Problem` if the session has ended. Returns what was done so far if it is canceled. */
export async function addArchive(run: Run): Promise<ArchiveResult> {
  const addition = new Addition(run);
  for (;;) {
    const part = run.isCanceled() ? undefined : await run.source.nextPart();
    if (!part) return addition.result;
    await addition.add(part);
  }
}

type Settles = { hash: string };

class Addition {
  readonly result: ArchiveResult = {
    added: { entries: 0, goals: 0, files: 0, records: 0 },
    ...{ known: 0, missingFiles: 0, refused: 0, firstRefused: [], isFull: false },
  };
  readonly #run: Run;
  /** What was handled so far, added or not. */
  readonly #done: ArchiveCounts = { entries: 0, goals: 0, files: 0, records: 0 };
  /** The ids here of entries of completed goals. */
  readonly #goalEntries = new Map<string, string>();

  constructor(run: Run) {
    this.#run = run;
  }

  async add(part: ArchivePart): Promise<void> {
    const hashed = part.items.map((item) => ({ item, hash: hashOf(part.kind, item) }));
    const hashes = hashed.map(({ hash }) => hash);
    const settled = await this.#retried(() => call('POST /api/suggestions/settled', { body: { hashes } }));
    const known = new Set(settled.known);
    const fresh = hashed.filter(({ hash }) => !known.has(hash));
    this.result.known += part.items.length - fresh.length;
    this.#advance(part.kind, part.items.length - fresh.length);
    if (part.kind === 'entries')
      await this.#addAll(fresh as Pending<ArchivedEntry>[], (batch) => this.#entries(batch));
    else if (part.kind === 'goals')
      await this.#addAll(fresh as Pending<ArchivedGoal>[], (batch) => this.#goals(batch));
    else if (!this.#run.isGuest)
      await this.#addAll(fresh as Pending<ArchivedRecord>[], (batch) => this.#records(batch));
  }

  /** Adds items in batches that fit into one call, and remembers each batch as settled once it was added. */
  async #addAll<Item>(
    items: Pending<Item>[],
    add: (batch: Pending<Item>[]) => Promise<Pending<Item>[]>,
  ): Promise<void> {
    let rest = items;
    while (rest.length > 0 && !this.#run.isCanceled()) {
      const [batch, after] = splitBatch(rest, ({ item }) => item as object);
      rest = after;
      await this.#settle(await add(batch));
    }
  }

  async #settle(added: readonly Settles[]): Promise<void> {
    const hashes = added.map(({ hash }) => hash);
    if (hashes.length > 0)
      await this.#retried(() => call('POST /api/suggestions/settle', { body: { hashes } }));
  }

  /** Returns those that are settled: added or there, with all of their files that can be added. */
  async #entries(batch: Pending<ArchivedEntry>[], renamed = false): Promise<Pending<ArchivedEntry>[]> {
    const idOf = ({ id }: ArchivedEntry) => (renamed ? this.#derived('entry', id) : id);
    const outcomes = await this.#outcomes(batch, async (items) => {
      const check_ins = items.map((item) => this.#toSend(item, idOf(item)));
      return (await this.#import({ check_ins })).check_ins.map(({ outcome }) => outcome);
    });
    const taken = batch.filter((_, index) => outcomes[index] === 'id_taken' && !renamed);
    const settled: Pending<ArchivedEntry>[] = [];
    for (const [index, pending] of batch.entries()) {
      const { item } = pending;
      const outcome = outcomes[index]!;
      if (outcome === 'id_taken' && !renamed) continue;
      this.#advance('entries', 1);
      if (outcome !== 'written' && outcome !== 'there') {
        this.#advance('files', item.files.length);
        this.#refuse(item.content, typeof outcome === 'string' ? entryTexts[outcome] : outcome);
        continue;
      }
      if (item.kind === 'goal') this.#goalEntries.set(item.id, idOf(item));
      if (outcome === 'written') this.result.added.entries += 1;
      else this.result.known += 1;
      const isNew = outcome === 'written';
      const stored = isNew ? undefined : await this.#stored(item, { id: idOf(item), renamed });
      const isComplete = await this.#files(item, idOf(item), stored);
      // What was written here stays as it is: importing an archive does not settle what it did not add.
      if (isComplete && (isNew || renamed || stored?.source === 'logbook')) settled.push(pending);
    }
    return taken.length > 0 ? [...settled, ...(await this.#entries(taken, true))] : settled;
  }

  #toSend({ kind, content, emoji, created_at, edited_at, files, id: original }: ArchivedEntry, id: string) {
    return {
      ...{ id, kind, content, created_at, edited_at, deleted_at: null },
      emoji: emoji as ImportedCheckIn['emoji'],
      ...{ source: 'logbook' as const, source_name: hostOf(this.#run.origin) || null },
      files: files.map(({ id: fileId, name, size, position }) => ({
        ...{ id: this.#derived('file', `${original} ${fileId}`), name, size, position },
      })),
    };
  }

  /** An entry that is there already, unless nothing must be known of it: most archives of this log are long. */
  async #stored(
    { files }: ArchivedEntry,
    { id, renamed }: { id: string; renamed: boolean },
  ): Promise<CheckIn | undefined> {
    if (files.length === 0 && (renamed || this.#run.origin === this.#run.here)) return undefined;
    return this.#retried(() => call('GET /api/check_ins/:id', { params: { id } }));
  }

  /** Uploads the files of a new entry, or those that the stored one lacks. Returns whether no more can be added. */
  async #files({ id, files }: ArchivedEntry, entryId: string, stored?: CheckIn): Promise<boolean> {
    const missing = stored?.deleted_at === null ? stored.missing_files : [];
    const lacking = stored && new Set(missing.map((file) => file.id));
    for (const file of files) {
      if (this.#run.isCanceled()) return false;
      const fileId = this.#derived('file', `${id} ${file.id}`);
      if (!lacking || lacking.has(fileId)) await this.#file(file, { id: fileId, entryId });
      this.#advance('files', file.isHere ? 1 : 0);
    }
    return !(this.result.isFull && files.some(({ isHere }) => isHere));
  }

  async #file(
    { id: original, name, position, isHere }: ArchivedFile,
    { id, entryId }: { id: string; entryId: string },
  ): Promise<void> {
    const bytes = isHere && !this.result.isFull ? await this.#run.source.archivedFile(original) : undefined;
    if (!bytes) {
      this.result.missingFiles += 1;
      return;
    }
    const form = new FormData();
    form.set('check_in_id', entryId);
    form.set('id', id);
    form.set('position', String(position));
    form.set('file', bytes, name);
    try {
      await this.#retried(() => call('POST /api/storage/log-files', { form }));
      this.result.added.files += 1;
    } catch (error) {
      if (hasCode(error, 'storage_full')) this.result.isFull = true;
      else if (!isClientError(error) || error.status === 401) throw error;
      else if (!isFileRefused(error)) this.#refuse(name, error);
      this.result.missingFiles += 1;
    }
  }

  async #goals(batch: Pending<ArchivedGoal>[], renamed = false): Promise<Pending<ArchivedGoal>[]> {
    const outcomes = await this.#outcomes(batch, async (items) => {
      const goals: ImportedGoal[] = [];
      for (const goal of items) {
        const id = renamed ? this.#derived('goal', goal.id) : goal.id;
        goals.push({ ...goal, id, check_in_id: await this.#entryOf(goal) });
      }
      return (await this.#import({ goals })).goals.map(({ outcome }) => outcome);
    });
    const taken: Pending<ArchivedGoal>[] = [];
    const settled: Pending<ArchivedGoal>[] = [];
    for (const [index, pending] of batch.entries()) {
      const outcome = outcomes[index]!;
      const { id, text } = pending.item;
      // With another text, it was edited here.
      const isEdited = outcome === 'id_taken' && (renamed || (await this.#hasGoal(id)));
      if (outcome === 'id_taken' && !isEdited) {
        taken.push(pending);
        continue;
      }
      this.#advance('goals', 1);
      const isThere = outcome === 'there' || isEdited;
      if (outcome === 'written') this.result.added.goals += 1;
      else if (isThere) this.result.known += 1;
      else {
        this.#refuse(text, typeof outcome === 'string' ? goalTexts[outcome] : outcome);
        continue;
      }
      if (!isThere || renamed || this.#run.origin !== this.#run.here) settled.push(pending);
    }
    return taken.length > 0 ? [...settled, ...(await this.#goals(taken, true))] : settled;
  }

  /** Whether a goal with this id is the user's: an edit that changes nothing is not found otherwise. */
  async #hasGoal(id: string): Promise<boolean> {
    if (this.#run.isGuest) return true;
    try {
      await this.#retried(() => call('PATCH /api/goals/:id', { params: { id }, body: {} }));
      return true;
    } catch (error) {
      if (hasCode(error, 'not_found')) return false;
      if (hasCode(error, 'goal_off_list')) return true;
      throw error;
    }
  }

  /** The id here of the entry of a completed goal. */
  async #entryOf({ check_in_id: id }: ArchivedGoal): Promise<string | null> {
    const known = id === null ? null : this.#goalEntries.get(id);
    if (id === null || known !== undefined) return known ?? null;
    // An earlier import has added it.
    try {
      return (await this.#retried(() => call('GET /api/check_ins/:id', { params: { id } }))).id;
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error;
      return this.#derived('entry', id);
    }
  }

  async #records(batch: Pending<ArchivedRecord>[]): Promise<Pending<ArchivedRecord>[]> {
    const outcomes = await this.#outcomes(batch, async (items) => {
      const records = items.map(({ id: original_id, ...record }) => ({ ...record, original_id }));
      const body = { records };
      return (await this.#retried(() => call('POST /api/imported_records', { body }))).outcomes;
    });
    return batch.filter((_, index) => {
      const outcome = outcomes[index]!;
      this.#advance('records', 1);
      if (outcome === 'added') this.result.added.records += 1;
      else if (outcome === 'there' || outcome === 'made_here') this.result.known += 1;
      else
        this.#refuse(
          archiveTexts.record,
          typeof outcome === 'string' ? recordTexts.outcomes[outcome] : outcome,
        );
      return outcome === 'added' || outcome === 'there';
    });
  }

  /** The outcome of each item. One that makes the call malformed does not block the others: then they are sent alone. */
  async #outcomes<Item, Outcome>(
    batch: readonly Pending<Item>[],
    send: (items: Item[]) => Promise<Outcome[]>,
  ): Promise<(Outcome | Problem)[]> {
    try {
      return await send(batch.map(({ item }) => item));
    } catch (error) {
      if (!hasCode(error, 'invalid_input')) throw error;
      if (batch.length === 1) return [error];
    }
    const outcomes: (Outcome | Problem)[] = [];
    for (const pending of batch) outcomes.push(...(await this.#outcomes([pending], send)));
    return outcomes;
  }

  #import(items: Partial<{ check_ins: ImportedCheckIn[]; goals: ImportedGoal[] }>) {
    const body = { user_id: this.#run.owner, check_ins: [], goals: [], ...items };
    return this.#retried(() => call('POST /api/guest_import', { body }));
  }

  /** An id of the user's own, where that of the archive may be another user's. */
  #derived(kind: string, id: string): string {
    return derivedId(kind, this.#run.owner, this.#run.origin, id);
  }

  #retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
    return retryWithBackoff(attempt, (waiting) => this.#run.onProgress({ ...this.#done }, waiting));
  }

  #advance(kind: keyof ArchiveCounts, by: number): void {
    this.#done[kind] += by;
    this.#run.onProgress({ ...this.#done }, false);
  }

  #refuse(name: string, { title, detail }: { title: string; detail?: string | undefined }): void {
    this.result.refused += 1;
    if (this.result.firstRefused.length < listed)
      this.result.firstRefused.push({ name: archiveTexts.excerpt(name), why: detail ?? title });
  }
}

type Pending<Item> = { item: Item; hash: string };

function hashOf(kind: ArchivePart['kind'], item: ArchivePart['items'][number]): string {
  return settledHash({
    kind,
    id: item.id,
    ...(kind === 'records' && { record: (item as ArchivedRecord).kind }),
  });
}
