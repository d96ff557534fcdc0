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
import { partsOf } from '../../grouping-rules.ts';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import { acceptLocal, dismissLocal, restoreLocal, type Acceptance } from '../local-suggestions.ts';
import { call, refreshInbox, type InboxItem } from './inbox-data.ts';

type Page = { queries: QueryClient; scope: Scope };

/** Keys of the items that are being settled, and how far a long action is. */
export const inboxWork = createStore<{
  hidden: ReadonlySet<string>;
  progress: { done: number; all: number } | null;
}>({ hidden: new Set(), progress: null });

function hide(items: readonly InboxItem[]): void {
  const { hidden } = inboxWork.get();
  inboxWork.set({ hidden: new Set([...hidden, ...items.map(({ key }) => key)]) });
}

function show(items: readonly InboxItem[]): void {
  const hidden = new Set(inboxWork.get().hidden);
  for (const { key } of items) hidden.delete(key);
  inboxWork.set({ hidden });
}

let isCanceled = false;

/** Stops a long action after the part that is in progress. What is done stays done. */
export function cancelWork(): void {
  isCanceled = true;
}

/** What was settled, for Undo. */
type Settled = { server: string[]; local: string[]; entries: string[] };

const nothing = (): Settled => ({ server: [], local: [], entries: [] });

/** Each item of `groups` becomes one entry: one suggestion, or several that are merged. */
type Groups = readonly (readonly InboxItem[])[];

type Run = { settled: Settled; kept: InboxItem[]; reasons: Set<string> };

/** Runs `work` for each part, with progress if there are several. Stops when canceled, and after a lost connection. */
async function inParts<Part>(
  parts: readonly Part[],
  sizeOf: (part: Part) => number,
  work: (part: Part) => Promise<boolean>,
) {
  isCanceled = false;
  const all = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  let done = 0;
  for (const part of parts) {
    if (parts.length > 1) inboxWork.set({ progress: { done, all } });
    if (isCanceled || !(await work(part))) break;
    done += sizeOf(part);
  }
  inboxWork.set({ progress: null });
}

async function acceptPart(part: Groups, run: Run, scope: Scope, edited?: Acceptance): Promise<boolean> {
  const [first] = part[0]!;
  try {
    if (first!.local) {
      const rows = part[0]!.map(({ local }) => local!);
      const entry = await acceptLocal(scope.userId, rows, edited);
      if (!entry) return keep(run, part, texts.settledElsewhere, true);
      run.settled.local.push(...rows.map(({ hash }) => hash));
      run.settled.entries.push(entry.id);
      return true;
    }
    const entries = part.map((group) => ({
      check_in_id: newId(),
      suggestions: group.map(({ suggestion }) => suggestion.id),
      ...(edited?.content !== undefined && { content: edited.content }),
      ...(edited?.emoji !== undefined && { emoji: edited.emoji as never }),
    }));
    const { outcomes } = await call('POST /api/suggestions/accept', { body: { entries } });
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome === 'accepted') run.settled.server.push(...entries[at]!.suggestions);
      else keep(run, [part[at]!], texts.outcomes[outcome], true);
    }
    return true;
  } catch (error) {
    return keep(run, part, reasonOf(error), isClientError(error));
  }
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
  // The browser's are written one by one.
  const parts: Groups[] = [
    ...partsOf(
      groups.filter(([first]) => !first!.local),
      limits.perRequest,
    ),
    ...groups.filter(([first]) => first!.local).map((group) => [group]),
  ];
  await inParts(
    parts,
    (part) => part.flat().length,
    (part) => acceptPart(part, run, page.scope, edited),
  );
  const { settled, reasons } = run;
  const done = new Set([...settled.server, ...settled.local]);
  const entries = groups.filter(([first]) => done.has(first!.local?.hash ?? first!.suggestion.id)).length;
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
  await inParts(
    parts,
    (part) => part.length,
    async (part) => {
      const hashes = part.flatMap(({ local }) => local?.hash ?? []);
      const ids = part.map(({ suggestion }) => suggestion.id);
      try {
        if (hashes.length > 0) {
          const dismissed = await dismissLocal(page.scope.userId, hashes);
          settled.local.push(...dismissed);
          if (dismissed.length < hashes.length) reason = texts.settledElsewhere;
        } else {
          const { dismissed } = await call('POST /api/suggestions/dismiss', { body: { ids } });
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
  );
  const count = settled.server.length + settled.local.length;
  await finish(page, items, settled, count > 0 ? texts.dismissed(count) : null);
  if (reason !== undefined) toast({ title: texts.dismissFailed, description: reason, tone: 'danger' });
}

async function finish(page: Page, items: readonly InboxItem[], settled: Settled, title: string | null) {
  await refreshInbox(page.queries, page.scope);
  show(items);
  if (title !== null) showUndoToast({ title, onUndo: () => void undo(page, settled) });
}

async function undo({ queries, scope }: Page, { server, local, entries }: Settled): Promise<void> {
  try {
    for (const ids of partsOf(server, limits.perRequest))
      await call('POST /api/suggestions/restore', { body: { ids } });
    if (local.length > 0) await restoreLocal(scope.userId, local, entries);
    toast({ title: texts.restored });
  } catch (error) {
    const description = messageOf(error);
    toast({ title: texts.undoFailed, ...(description && { description }), tone: 'danger' });
  }
  await refreshInbox(queries, scope);
}
