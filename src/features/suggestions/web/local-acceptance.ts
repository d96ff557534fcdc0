// Makes entries of suggestions of the browser (R-O4). Every step can be repeated: a suggestion notes the entry that it becomes,
// the server adds the entry and remembers the suggestion in one transaction, its files follow, and it is settled.
import type { operations as checkInOperations } from '#features/check-ins/contract.ts';
import { displayName } from '#platform/files/file-name.ts';
import { client, hasCode, isClientError } from '#platform/http/client.ts';
import { limits } from '../constants.ts';
import type { AcceptOutcome, FoundEntry, FoundOutcome, operations } from '../contract.ts';
import { batchesOf, partsOf } from '../grouping-rules.ts';
import { entryOf } from '../rules.ts';
import {
  beginAccepting,
  endAccepting,
  fileOf,
  removeLocal,
  settleLocal,
  type AcceptedEntry,
  type Begun,
  type LocalSuggestion,
} from './local-store.ts';
import { whenAllowed } from './when-allowed.ts';

const call = client<typeof operations>();
const callEntries = client<typeof checkInOperations>();

export type Acceptance = { content?: string; emoji?: string | null };

type Options = {
  edited?: Acceptance | undefined;
  signal?: AbortSignal | undefined;
  /** Called for each entry once the server has it, also if a later one fails. */
  onAccepted?: (settled: { hashes: string[]; entryId: string }) => void;
};

type LocalOutcome = AcceptOutcome | 'invalid_input';
/** What became of suggestions, and the entry that they became if it was accepted. */
export type Accepted = { outcome: LocalOutcome; entryId: string | null };

/**
 * Makes one entry of each group of suggestions. Returns what became of each, in order. Throws `Problem`: what the server did
 * not get because of a lost connection is accepted when the inbox is opened again; what it refused, or what came after that, is not.
 */
export async function acceptLocal(
  owner: string,
  groups: readonly (readonly LocalSuggestion[])[],
  { edited, signal, onAccepted }: Options = {},
): Promise<Accepted[]> {
  const begun = await beginAccepting(
    owner,
    groups.map((rows) => ({ rows, entry: { ...entryOf(rows), ...edited, id: rows[0]!.id } })),
  );
  const found = begun.filter((one) => one !== undefined);
  const outcomes = new Map<Begun, LocalOutcome>();
  await finishAccepting(owner, found, {
    signal,
    onOutcome(one, outcome) {
      outcomes.set(one, outcome);
      if (outcome === 'accepted') onAccepted?.({ hashes: hashesOf([one]), entryId: one.entry.id });
    },
  });
  return begun.map((one) => ({
    outcome: (one && outcomes.get(one)) ?? 'settled',
    entryId: one?.entry.id ?? null,
  }));
}

type Finish = {
  signal?: AbortSignal | undefined;
  onOutcome?: (begun: Begun, outcome: LocalOutcome) => void;
};

/** Adds entries that suggestions have noted, and settles these. What is refused stays in the inbox. */
export async function finishAccepting(
  owner: string,
  all: readonly Begun[],
  options: Finish = {},
): Promise<void> {
  const sizeOf = (begun: Begun) => new TextEncoder().encode(JSON.stringify(toSend(begun))).length;
  const batches = batchesOf(all, { count: limits.perRequest, sum: limits.requestBytes, sizeOf });
  for (const [index, batch] of batches.entries()) {
    try {
      await finishBatch(owner, batch, options);
    } catch (error) {
      // None of them was sent, and the user sees them in the inbox again.
      if (isClientError(error)) await endAccepting(owner, hashesOf(batches.slice(index + 1).flat()));
      throw error;
    }
  }
}

async function finishBatch(
  owner: string,
  batch: readonly Begun[],
  { signal, onOutcome }: Finish,
): Promise<void> {
  const outcomes = await send(owner, batch, signal);
  const sent = batch.map((begun, index) => ({ begun, outcome: outcomes[index]! }));
  for (const { begun, outcome } of sent) onOutcome?.(begun, isAdded(outcome) ? 'accepted' : outcome);
  const refused = sent.filter(({ outcome }) => !isAdded(outcome));
  if (refused.length > 0) await giveBack(owner, refused);
  const added = sent.filter(({ outcome }) => isAdded(outcome));
  const [withFiles, bare] = [true, false].map((has) =>
    added.filter(({ begun }) => filesOf(begun.rows).length > 0 === has),
  ) as [Sent[], Sent[]];
  await settleLocal(
    owner,
    bare.flatMap(({ begun }) => hashesWithEntry(begun)),
  );
  for (const { begun, outcome } of withFiles) {
    await sendFiles(begun, outcome, signal);
    await settleLocal(owner, hashesWithEntry(begun));
  }
}

type SentOutcome = FoundOutcome | 'invalid_input';
type Sent = { begun: Begun; outcome: SentOutcome };

const isAdded = (outcome: SentOutcome): outcome is 'written' | 'there' =>
  outcome === 'written' || outcome === 'there';

const hashesWithEntry = ({ rows, entry }: Begun) => rows.map(({ hash }) => ({ hash, entryId: entry.id }));
const hashesOf = (begun: readonly Begun[]) => begun.flatMap(({ rows }) => rows.map(({ hash }) => hash));
const filesOf = (rows: readonly LocalSuggestion[]) => rows.flatMap(({ files }) => files);

function toSend({ rows, entry }: Begun): FoundEntry {
  return {
    ...entry,
    emoji: entry.emoji as FoundEntry['emoji'],
    source: entry.source as FoundEntry['source'],
    files: filesOf(rows).map(({ id, name, size }) => ({ id, name: displayName(name, 200), size })),
    hashes: rows.map(({ hash }) => hash),
  };
}

async function send(
  owner: string,
  batch: readonly Begun[],
  signal: AbortSignal | undefined,
): Promise<SentOutcome[]> {
  try {
    const body = { entries: batch.map(toSend) };
    const { outcomes } = await whenAllowed(() => call('POST /api/suggestions/import', { body }), signal);
    return outcomes;
  } catch (error) {
    // One is malformed, such as by an older version of the page. It must not keep the others waiting.
    if (hasCode(error, 'invalid_input')) {
      const [{ rows }] = batch as [Begun];
      if (batch.length === 1)
        return [filesOf(rows).length > limits.files ? 'too_many_files' : 'invalid_input'];
      const outcomes: SentOutcome[] = [];
      for (const begun of batch) outcomes.push(...(await send(owner, [begun], signal)));
      return outcomes;
    }
    if (isClientError(error)) await endAccepting(owner, hashesOf(batch));
    throw error;
  }
}

/** Opens suggestions whose entry was refused again, and drops those that the server knows. */
async function giveBack(owner: string, refused: readonly Sent[]): Promise<void> {
  await endAccepting(owner, hashesOf(refused.map(({ begun }) => begun)));
  const settled = refused.filter(({ outcome }) => outcome === 'settled');
  for (const hashes of partsOf(hashesOf(settled.map(({ begun }) => begun)), limits.hashes)) {
    const { known } = await call('POST /api/suggestions/settled', { body: { hashes } });
    await removeLocal(owner, known);
  }
}

/** Uploads the files of an entry, except what an earlier attempt has uploaded. */
async function sendFiles(
  { rows, entry }: Begun,
  outcome: SentOutcome,
  signal: AbortSignal | undefined,
): Promise<void> {
  const missing = outcome === 'there' ? await missingOf(entry) : undefined;
  for (const [position, { id, name }] of filesOf(rows).entries())
    if (!missing || missing.has(id)) await sendFile(entry.id, { id, name, position }, signal);
}

/** The files that an entry still waits for: none if the user has deleted it. */
async function missingOf({ id }: AcceptedEntry): Promise<Set<string>> {
  const stored = await callEntries('GET /api/check_ins/:id', { params: { id } });
  return new Set(stored.deleted_at === null ? stored.missing_files.map((file) => file.id) : []);
}

type Upload = { id: string; name: string; position: number };

/** A file that is refused stays named on the entry as missing (R-B4). */
async function sendFile(
  checkInId: string,
  { id, name, position }: Upload,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bytes = await fileOf(id);
  if (!bytes) return;
  const form = new FormData();
  form.set('check_in_id', checkInId);
  form.set('id', id);
  form.set('position', String(position));
  form.set('file', bytes, name);
  try {
    await whenAllowed(() => callEntries('POST /api/storage/log-files', { form }), signal);
  } catch (error) {
    if (!isClientError(error) || error.status === 401 || error.status === 429) throw error;
  }
}
