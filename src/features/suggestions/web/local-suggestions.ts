// Suggestions of the browser: adding them, and accepting, dismissing and restoring them through the operations that both users
// and guests have (R-O4).
import type { importedSources } from '#features/check-ins/constants.ts';
import type { operations as checkInOperations } from '#features/check-ins/contract.ts';
import { fileProblem, contentProblem } from '#features/check-ins/rules.ts';
import { newId } from '#platform/clock/id.ts';
import { displayName } from '#platform/files/file-name.ts';
import { client, isClientError } from '#platform/http/client.ts';
import { isFileRefused } from '#platform/http/upload.ts';
import { limits } from '../constants.ts';
import type { AddOutcome, operations } from '../contract.ts';
import { partsOf } from '../grouping-rules.ts';
import { decideSuggestion, entryOf } from '../rules.ts';
import { areGuestSuggestionsFor, markGuestSuggestions } from './local-mark.ts';
import {
  adoptLocal,
  allSettledByGuest,
  beginAccepting,
  changeSettledByGuest,
  endAccepting,
  fileOf,
  insertLocal,
  localSuggestions,
  markChecked,
  purgeLocal,
  removeForgotten,
  removeLocal,
  reopenLocal,
  settleLocal,
  type AcceptedEntry,
  type LocalSuggestion,
  type NewLocal,
} from './local-store.ts';

const call = client<typeof operations>();
const callEntries = client<typeof checkInOperations>();

/** What an import found. Its files stay in the browser until it is accepted. */
export type FoundSuggestion = {
  source: (typeof importedSources)[number];
  source_id: string;
  /** An ISO instant. */
  at: string;
  content: string;
  emoji?: string | null;
  group?: string | null;
  reason?: string | null;
  url?: string | null;
  files?: readonly { name: string; blob: Blob }[];
};

/** `hash`: identifies the suggestion; null if it is refused. `left_out`: names of files that an entry cannot have. */
export type LocalOutcome = { outcome: AddOutcome; hash: string | null; left_out: string[] };

/**
 * Adds suggestions of the user, or of the guest under `guestId`, to this browser. Returns the outcome of each, in order. Adding
 * one again, or one that was accepted or dismissed, changes nothing: it is `known` (R-O2).
 */
export async function addLocalSuggestions(
  owner: string,
  batch: readonly FoundSuggestion[],
): Promise<LocalOutcome[]> {
  const now = Date.now();
  const decided = batch.map((found) => decideSuggestion(found, now, contentProblem));
  const hashes = decided.flatMap((row) => (typeof row === 'string' ? [] : row.hash));
  const known = await knownOf(hashes);
  const added: NewLocal[] = [];
  const leftOut = new Map<number, string[]>();
  for (const [index, row] of decided.entries()) {
    if (typeof row === 'string' || known?.has(row.hash)) continue;
    const { files, names } = await filesToStore(batch[index]!.files ?? []);
    leftOut.set(index, names);
    const { hash, ...suggestion } = row;
    const infos = files.map(({ id, name, bytes }) => ({ id, name, size: bytes.byteLength }));
    const stored: LocalSuggestion = {
      ...{ ...suggestion, id: newId(), files: infos, created_at: new Date(now).toISOString(), owner, hash },
      ...(!known && { unchecked: true as const }),
    };
    added.push({ row: stored, files });
  }
  const stored = await insertLocal(owner, added);
  let next = 0;
  return decided.map((row, index) => {
    const left_out = leftOut.get(index) ?? [];
    if (typeof row === 'string') return { outcome: row, hash: null, left_out };
    const { hash } = row;
    return { outcome: known?.has(hash) ? 'known' : stored[next++]!, hash, left_out };
  });
}

async function filesToStore(found: readonly { name: string; blob: Blob }[]) {
  const names: string[] = [];
  const files: { id: string; name: string; bytes: ArrayBuffer; type: string }[] = [];
  for (const { name, blob } of found) {
    if (fileProblem({ name, size: blob.size, type: blob.type }, files.length)) names.push(name);
    else files.push({ id: newId(), name, bytes: await blob.arrayBuffer(), type: blob.type });
  }
  return { files, names };
}

/** Those that were settled, or that the server has. Undefined without a connection. */
async function knownOf(hashes: readonly string[]): Promise<Set<string> | undefined> {
  const known = new Set<string>();
  try {
    for (const part of partsOf(hashes, limits.hashes)) {
      const answer = await call('POST /api/suggestions/settled', { body: { hashes: part } });
      for (const hash of answer.known) known.add(hash);
    }
    return known;
  } catch (error) {
    if (isClientError(error)) throw error;
    return undefined;
  }
}

/** Ends what is over, drops what the server knows, and finishes what was accepted before. Call it when the inbox is opened. */
export async function tendLocal(owner: string): Promise<void> {
  if (areGuestSuggestionsFor(owner)) await adoptGuestSuggestions(owner);
  await purgeLocal(owner, Date.now());
  await removeForgotten(owner);
  const rows = await localSuggestions(owner);
  const unchecked = rows.filter((row) => row.unchecked).map(({ hash }) => hash);
  const known = unchecked.length > 0 ? await knownOf(unchecked) : undefined;
  if (known) {
    await removeLocal(owner, [...known]);
    await markChecked(
      owner,
      unchecked.filter((hash) => !known.has(hash)),
    );
  }
  const entries = Map.groupBy(
    rows.filter((row) => row.entry),
    (row) => row.entry!.id,
  );
  for (const accepted of entries.values()) {
    try {
      await finishAccepting(owner, accepted);
    } catch (error) {
      // One that is refused must not keep the others waiting.
      if (!isClientError(error)) throw error;
    }
  }
}

export type Acceptance = { content?: string; emoji?: string | null };

/**
 * Makes one entry of suggestions. Undefined if another window has settled one of them. Throws `Problem`: a refusal leaves them
 * in the inbox; without a connection, they are accepted when the inbox is opened again.
 */
export async function acceptLocal(
  owner: string,
  rows: readonly LocalSuggestion[],
  { content, emoji }: Acceptance = {},
): Promise<AcceptedEntry | undefined> {
  const merged = entryOf(rows);
  const entry = {
    ...{ ...merged, id: rows[0]!.id },
    ...(content !== undefined && { content }),
    ...(emoji !== undefined && { emoji }),
  };
  const hashes = rows.map(({ hash }) => hash);
  const begun = await beginAccepting(owner, hashes, entry);
  return begun && finishAccepting(owner, begun);
}

/** Writes the entry, then settles the suggestions. Every step can be repeated. A refusal leaves them open. */
async function finishAccepting(owner: string, rows: readonly LocalSuggestion[]): Promise<AcceptedEntry> {
  const entry = rows[0]!.entry!;
  const hashes = rows.map(({ hash }) => hash);
  try {
    await writeEntry(entry, rows);
    await settle(hashes);
  } catch (error) {
    if (isClientError(error)) await endAccepting(owner, hashes);
    throw error;
  }
  await settleLocal(owner, hashes, entry.id);
  return entry;
}

async function writeEntry(entry: AcceptedEntry, rows: readonly LocalSuggestion[]): Promise<void> {
  const files = rows.flatMap((row) => row.files);
  const { emoji, source, ...rest } = entry;
  const written = await callEntries('POST /api/check_ins', {
    body: {
      ...rest,
      emoji: emoji as never,
      source: source as never,
      files: files.map(({ id, name, size }) => ({ id, name: displayName(name, 200), size })),
    },
  });
  const missing = new Set(written.missing_files.map(({ id }) => id));
  for (const [position, { id, name }] of files.entries())
    if (missing.has(id)) await sendFile(entry.id, { id, name, position });
}

/** A file that is refused stays named on the entry as missing (R-B4). */
async function sendFile(
  checkInId: string,
  { id, name, position }: { id: string; name: string; position: number },
): Promise<void> {
  const bytes = await fileOf(id);
  if (!bytes) return;
  const form = new FormData();
  form.set('check_in_id', checkInId);
  form.set('id', id);
  form.set('position', String(position));
  form.set('file', bytes, name);
  try {
    await callEntries('POST /api/storage/log-files', { form });
  } catch (error) {
    if (!isClientError(error) || !isFileRefused(error)) throw error;
  }
}

async function settle(hashes: readonly string[]): Promise<void> {
  for (const part of partsOf(hashes, limits.hashes))
    await call('POST /api/suggestions/settle', { body: { hashes: part } });
}

/**
 * Dismisses suggestions, which never return, except those that another window accepts. Returns the hashes of those that were
 * dismissed. Throws `Problem` without a connection.
 */
export async function dismissLocal(owner: string, hashes: readonly string[]): Promise<string[]> {
  await settle(hashes);
  return settleLocal(owner, hashes, null);
}

/** Undoes accepting or dismissing. The entries, if any, move to the bin. */
export async function restoreLocal(
  owner: string,
  hashes: readonly string[],
  entries: readonly string[],
): Promise<void> {
  for (const id of entries) await callEntries('DELETE /api/check_ins/:id', { params: { id } });
  for (const part of partsOf(hashes, limits.hashes))
    await call('POST /api/suggestions/unsettle', { body: { hashes: part } });
  await reopenLocal(owner, hashes, newId);
}

/** Gives the suggestions of the guest, and what the guest settled, to the account that the guest signed up for. */
export async function adoptGuestSuggestions(userId: string): Promise<void> {
  await adoptLocal(userId);
  const settled = await allSettledByGuest();
  await settle(settled);
  await changeSettledByGuest(settled, false);
  markGuestSuggestions(false);
}
