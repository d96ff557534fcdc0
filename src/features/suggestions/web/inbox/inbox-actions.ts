// Accepting, merging and dismissing suggestions, with Undo. What is being settled disappears immediately, and returns if it
// fails.
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '#platform/clock/id.ts';
import { hasCode, isClientError, messageOf } from '#platform/http/client.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { createStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import { limits } from '../../constants.ts';
import { batchesOf, partsOf } from '../../grouping-rules.ts';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import { acceptLocal, type Acceptance } from '../local-acceptance.ts';
import { announcedOnce } from '../local-store.ts';
import { dismissLocal, restoreLocal, type SettledTogether } from '../local-suggestions.ts';
import { whenAllowed } from '../when-allowed.ts';
import { call, refreshInbox, refreshYear, type InboxItem } from './inbox-data.ts';

type Page = { queries: QueryClient; scope: Scope };

/**
 * How far a long action is. `fills`: it adds entries to the log, of which the page shows the year. `isUndo`: it cannot be
 * canceled.
 */
export type Work = { done: number; all: number; fills: boolean; isUndo?: true };

/** Keys of the items that are being settled, how far that is, and how many entries the last long action added. */
export const inboxWork = createStore<{
  hidden: ReadonlySet<string>;
  progress: Work | null;
  filled: number | null;
}>({ hidden: new Set(), progress: null, filled: null });

function hide(items: readonly InboxItem[]): void {
  const { hidden } = inboxWork.get();
  inboxWork.set({ hidden: new Set([...hidden, ...items.map(({ key }) => key)]) });
}

function show(items: readonly InboxItem[]): void {
  const hidden = new Set(inboxWork.get().hidden);
  for (const { key } of items) hidden.delete(key);
  inboxWork.set({ hidden });
}

let canceling = new AbortController();

/** Stops a long action after the part that is in progress. What is done stays done. */
export function cancelWork(): void {
  canceling.abort();
}

/** The page is left: what it said about the last action does not return with it. */
export function leaveInbox(): void {
  inboxWork.set({ filled: null });
}

/** What was settled, for Undo. */
type Settled = { server: string[]; local: SettledTogether[] };

/** Each item of `groups` becomes one entry: one suggestion, or several that are merged. */
type Groups = readonly (readonly InboxItem[])[];

type Run = { settled: Settled; kept: InboxItem[]; reasons: Set<string> };

type Parts<Part> = {
  parts: readonly Part[];
  sizeOf: (part: Part) => number;
  fills?: boolean;
  /** Returns whether to go on. */
  work: (part: Part) => Promise<boolean>;
};

/** Runs `work` for each part, with progress if there are several. Stops when canceled, and after a lost connection. */
async function inParts<Part>({ parts, sizeOf, fills = false, work }: Parts<Part>): Promise<void> {
  canceling = new AbortController();
  inboxWork.set({ filled: null });
  const all = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  let done = 0;
  await announcedOnce(async () => {
    for (const part of parts) {
      if (parts.length > 1) inboxWork.set({ progress: { done, all, fills } });
      if (canceling.signal.aborted || !(await work(part))) break;
      done += sizeOf(part);
    }
  });
}

const isLocal = (group: readonly InboxItem[]) => group[0]!.local !== null;

/** Entries that one request accepts: of the server, or of this browser. */
function partsToAccept(groups: Groups): Groups[] {
  const sizeOf = (group: readonly InboxItem[]) => group.length;
  const limit = { count: limits.perRequest, sum: limits.hashes, sizeOf };
  const [ours, theirs] = [true, false].map((local) => groups.filter((group) => isLocal(group) === local));
  return [...batchesOf(theirs!, limit), ...batchesOf(ours!, limit)];
}

async function acceptPart(part: Groups, run: Run, scope: Scope, edited?: Acceptance): Promise<boolean> {
  const { signal } = canceling;
  try {
    const options = { edited, signal };
    const outcomes = isLocal(part[0]!)
      ? await acceptFound(part, run.settled, { scope, ...options })
      : await acceptStored(part, run.settled, options);
    for (const [at, outcome] of outcomes.entries())
      if (outcome !== 'accepted') keep(run, [part[at]!], texts.outcomes[outcome], true);
    return true;
  } catch (error) {
    // Canceled while the server wanted it to wait.
    if (signal.aborted) return false;
    const done = settledKeys(run.settled);
    const kept = part.filter((group) => !done.has(keyOf(group)));
    return keep(run, kept, reasonOf(error), isClientError(error));
  }
}

/** What identifies a group among those that were settled. */
const keyOf = ([first]: readonly InboxItem[]) => first!.local?.hash ?? first!.suggestion.id;
const settledKeys = ({ server, local }: Settled) =>
  new Set([...server, ...local.flatMap(({ hashes }) => hashes)]);

type Options = { edited: Acceptance | undefined; signal: AbortSignal };

async function acceptStored(part: Groups, settled: Settled, { edited, signal }: Options) {
  const entries = part.map((group) => ({
    check_in_id: newId(),
    suggestions: group.map(({ suggestion }) => suggestion.id),
    ...(edited?.content !== undefined && { content: edited.content }),
    ...(edited?.emoji !== undefined && { emoji: edited.emoji as never }),
  }));
  const { outcomes } = await whenAllowed(
    () => call('POST /api/suggestions/accept', { body: { entries } }),
    signal,
  );
  for (const [at, outcome] of outcomes.entries())
    if (outcome === 'accepted') settled.server.push(...entries[at]!.suggestions);
  return outcomes;
}

async function acceptFound(
  part: Groups,
  settled: Settled,
  { scope, ...options }: Options & { scope: Scope },
) {
  const accepted = await acceptLocal(
    scope.userId,
    part.map((group) => group.map(({ local }) => local!)),
    // If a later one fails, Undo takes these back all the same.
    { ...options, onAccepted: (together) => settled.local.push(together) },
  );
  return accepted.map(({ outcome }) => outcome);
}

function keep(run: Run, part: Groups, reason: string, goesOn: boolean): boolean {
  run.kept.push(...part.flat());
  run.reasons.add(reason);
  return goesOn;
}

const reasonOf = (error: unknown) =>
  hasCode(error, 'offline') ? texts.offline : (messageOf(error) ?? texts.offline);

/** Accepts suggestions as entries. Returns whether all of them became entries. */
export async function accept(page: Page, groups: Groups, edited?: Acceptance): Promise<boolean> {
  const items = groups.flat();
  hide(items);
  const run: Run = { settled: nothing(), kept: [], reasons: new Set() };
  const parts = partsToAccept(groups);
  const fills = parts.length > 1;
  await inParts({
    parts,
    fills,
    sizeOf: (part) => part.flat().length,
    work: async (part) => {
      const goesOn = await acceptPart(part, run, page.scope, edited);
      if (fills) refreshYear(page);
      return goesOn;
    },
  });
  const { settled, reasons } = run;
  const done = settledKeys(settled);
  const entries = groups.filter((group) => done.has(keyOf(group))).length;
  inboxWork.set({ progress: null, filled: fills && entries > 0 ? entries : null });
  const title =
    groups.length === 1 && items.length > 1 ? texts.merged(items.length) : texts.accepted(entries);
  await finish(page, items, settled, entries > 0 ? title : null);
  if (run.kept.length > 0)
    toast({ title: texts.kept(run.kept.length), description: [...reasons].join(' '), tone: 'danger' });
  return entries === groups.length;
}

/** Merges suggestions into one entry, in the order of their dates. */
export async function merge(page: Page, items: readonly InboxItem[], edited?: Acceptance): Promise<boolean> {
  const places = new Set(items.map(({ local }) => local === null));
  if (places.size > 1 || items.length > limits.merged) {
    toast({ title: places.size > 1 ? texts.mixedMerge : texts.tooManyMerged, tone: 'danger' });
    return false;
  }
  return accept(page, [items.toReversed()], edited);
}

/** Dismisses suggestions, which never return. */
export async function dismiss(page: Page, items: readonly InboxItem[]): Promise<void> {
  hide(items);
  const settled = nothing();
  const { userId } = page.scope;
  let reason: string | undefined;
  const parts = [
    ...partsOf(
      items.filter(({ local }) => !local),
      limits.perRequest,
    ),
    ...partsOf(
      items.filter(({ local }) => local),
      limits.hashes,
    ),
  ];
  await inParts({
    parts,
    sizeOf: (part) => part.length,
    work: async (part) => {
      const hashes = part.flatMap(({ local }) => local?.hash ?? []);
      const ids = part.map(({ suggestion }) => suggestion.id);
      try {
        if (hashes.length > 0) {
          const dismissed = await dismissLocal(userId, hashes);
          settled.local.push({ hashes: dismissed, entryId: null });
          if (dismissed.length < hashes.length) reason = texts.settledElsewhere;
        } else {
          const body = { ids };
          const { dismissed } = await whenAllowed(() => call('POST /api/suggestions/dismiss', { body }));
          // Undo would take back what another window has accepted.
          if (dismissed < ids.length) reason = texts.settledElsewhere;
          else settled.server.push(...ids);
        }
        return true;
      } catch (error) {
        reason = reasonOf(error);
        return false;
      }
    },
  });
  inboxWork.set({ progress: null });
  const count = countOf(settled);
  await finish(page, items, settled, count > 0 ? texts.dismissed(count) : null);
  if (reason !== undefined) toast({ title: texts.dismissFailed, description: reason, tone: 'danger' });
}

const nothing = (): Settled => ({ server: [], local: [] });
const countOf = ({ server, local }: Settled) =>
  server.length + local.reduce((sum, { hashes }) => sum + hashes.length, 0);

async function finish(page: Page, items: readonly InboxItem[], settled: Settled, title: string | null) {
  await refreshInbox(page.queries, page.scope);
  show(items);
  if (title !== null) showUndoToast({ title, onUndo: () => void undo(page, settled) });
}

async function undo({ queries, scope }: Page, settled: Settled): Promise<void> {
  const all = countOf(settled);
  let done = 0;
  const advance = (count: number) => {
    done += count;
    if (all > limits.perRequest) inboxWork.set({ progress: { done, all, fills: false, isUndo: true } });
  };
  inboxWork.set({ filled: null });
  advance(0);
  try {
    for (const ids of partsOf(settled.server, limits.perRequest)) {
      await whenAllowed(() => call('POST /api/suggestions/restore', { body: { ids } }));
      advance(ids.length);
    }
    await announcedOnce(() => restoreLocal(scope.userId, settled.local, advance));
    toast({ title: texts.restored });
  } catch (error) {
    const description = messageOf(error);
    toast({ title: texts.undoFailed, ...(description && { description }), tone: 'danger' });
  }
  inboxWork.set({ progress: null });
  await refreshInbox(queries, scope);
}
