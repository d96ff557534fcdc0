// Suggestions of the browser: adding them, and accepting, dismissing and restoring them through the operations that both users
// and guests have (R-O4).
import type { importedSources } from '#features/check-ins/constants.ts';
import { fileProblem, contentProblem } from '#features/check-ins/rules.ts';
import { newId } from '#platform/clock/id.ts';
import { client, isClientError } from '#platform/http/client.ts';
import { limits } from '../constants.ts';
import type { AddOutcome, operations } from '../contract.ts';
import { batchesOf, partsOf } from '../grouping-rules.ts';
import { decideSuggestion } from '../rules.ts';
import { finishAccepting } from './local-acceptance.ts';
import { areGuestSuggestionsFor, markCount, markGuestSuggestions } from './local-mark.ts';
import {
  adoptLocal,
  allSettledByGuest,
  changeSettledByGuest,
  insertLocal,
  localSuggestions,
  markChecked,
  purgeLocal,
  removeForgotten,
  removeLocal,
  reopenLocal,
  settleLocal,
  type LocalSuggestion,
  type NewLocal,
} from './local-store.ts';
import { whenAllowed } from './when-allowed.ts';

const call = client<typeof operations>();

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
  // A page that was closed during a long action has not counted what it settled.
  markCount(owner, rows.length);
  const unchecked = rows.filter((row) => row.unchecked).map(({ hash }) => hash);
  const known = unchecked.length > 0 ? await knownOf(unchecked) : undefined;
  if (known) {
    await removeLocal(owner, [...known]);
    await markChecked(
      owner,
      unchecked.filter((hash) => !known.has(hash)),
    );
  }
  const begun = Map.groupBy(
    rows.filter((row) => row.entry),
    (row) => row.entry!.id,
  );
  await finishAccepting(
    owner,
    [...begun.values()].map((found) => ({ rows: found, entry: found[0]!.entry! })),
  );
}

async function settle(hashes: readonly string[]): Promise<void> {
  for (const part of partsOf(hashes, limits.hashes))
    await whenAllowed(() => call('POST /api/suggestions/settle', { body: { hashes: part } }));
}

/**
 * Dismisses suggestions, which never return, except those that another window accepts. Returns the hashes of those that were
 * dismissed. Throws `Problem` without a connection.
 */
export async function dismissLocal(owner: string, hashes: readonly string[]): Promise<string[]> {
  await settle(hashes);
  return settleLocal(
    owner,
    hashes.map((hash) => ({ hash, entryId: null })),
  );
}

/** Suggestions that were settled together: into one entry, or none if they were dismissed. */
export type SettledTogether = { hashes: readonly string[]; entryId: string | null };

/** Undoes accepting or dismissing. The entries, if any, move to the bin. */
export async function restoreLocal(
  owner: string,
  settled: readonly SettledTogether[],
  onRestored: (count: number) => void = () => undefined,
): Promise<void> {
  const sizeOf = ({ hashes }: SettledTogether) => hashes.length;
  for (const part of batchesOf(settled, { count: limits.perRequest, sum: limits.hashes, sizeOf })) {
    const hashes = part.flatMap((together) => together.hashes);
    const check_ins = part.flatMap(({ entryId }) => entryId ?? []);
    await whenAllowed(() => call('POST /api/suggestions/unsettle', { body: { hashes, check_ins } }));
    await reopenLocal(owner, hashes, newId);
    onRestored(hashes.length);
  }
}

/** Gives the suggestions of the guest, and what the guest settled, to the account that the guest signed up for. */
export async function adoptGuestSuggestions(userId: string): Promise<void> {
  await adoptLocal(userId);
  const settled = await allSettledByGuest();
  await settle(settled);
  await changeSettledByGuest(settled, false);
  markGuestSuggestions(false);
}
