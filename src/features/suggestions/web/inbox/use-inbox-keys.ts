// What the user can do in the inbox, by its buttons and by the keyboard: j and k move, Enter accepts, e edits, x dismisses,
// Space selects, m merges. The focused row is the one that the keys are about, unless some are selected.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Scope } from '#platform/reader/scope.ts';
import { isSingleKey, letterOf } from '#ui/keys.ts';
import type { Group } from '../../grouping-rules.ts';
import type { Acceptance } from '../local-acceptance.ts';
import type { GroupActions } from './group-head.tsx';
import { accept, dismiss, merge } from './inbox-actions.ts';
import type { InboxItem } from './inbox-data.ts';
import type { RowActions } from './suggestion-row.tsx';

type Options = {
  scope: Scope;
  groups: readonly Group<InboxItem>[];
  /** The key of the row that has the focus, or had it last. */
  reached: string | null;
  setReached: (key: string | null) => void;
};

function without(keys: ReadonlySet<string>, items: readonly InboxItem[]): ReadonlySet<string> {
  const leaving = new Set(items.map(({ key }) => key));
  return new Set([...keys].filter((key) => !leaving.has(key)));
}

const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-suggestion="${key}"]`);
const isControl = ({ target }: Event) =>
  target instanceof Element && target.closest('a, button, input') !== null;

export function useInboxKeys({ scope, groups, reached, setReached }: Options) {
  const queries = useQueryClient();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<readonly InboxItem[] | null>(null);
  const page = useMemo(() => ({ queries, scope }), [queries, scope]);

  function focus(key: string | undefined) {
    if (key === undefined) return;
    // Renders the row, which may be far from the viewport.
    flushSync(() => setReached(key));
    rowOf(key)?.focus();
  }

  /** Moves the focus to the row after these, or before them, before they leave, and the buttons for the selection with them. */
  function leave(items: readonly InboxItem[]) {
    setSelected((before) => without(before, items));
    if (document.activeElement?.closest('[data-suggestion], [data-selection]')) focus(after(items));
  }

  /** Selects none. The button that was pressed leaves, so the focus returns to the row that had it, or to one of these. */
  function clear(items: readonly InboxItem[]) {
    setSelected(new Set());
    focus(reached !== null && rowOf(reached) ? reached : items[0]?.key);
  }

  /** The row after these, or else the one before them. */
  function after(items: readonly InboxItem[]): string | undefined {
    const leaving = new Set(items.map(({ key }) => key));
    const all = groups.flatMap((group) => group.items);
    const from = all.findIndex(({ key }) => leaving.has(key));
    const next =
      all.slice(from).find(({ key }) => !leaving.has(key)) ??
      all.slice(0, from).findLast(({ key }) => !leaving.has(key));
    return next?.key;
  }

  const run = {
    acceptAs(entries: readonly (readonly InboxItem[])[]) {
      leave(entries.flat());
      void accept(page, entries);
    },
    accept: (items: readonly InboxItem[]) => run.acceptAs(items.map((item) => [item])),
    merge(items: readonly InboxItem[]) {
      leave(items);
      void merge(page, items);
    },
    dismiss(items: readonly InboxItem[]) {
      leave(items);
      void dismiss(page, items);
    },
  };
  // The rows are rendered again only if they change, so what they call always has the same identity.
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const actions = useMemo(
    (): RowActions => ({
      toggle: ({ key }) =>
        setSelected((before) => {
          const toggled = new Set(before);
          if (!toggled.delete(key)) toggled.add(key);
          return toggled;
        }),
      accept: (item) => latest.current.accept([item]),
      edit: (item) => setEditing([item]),
      dismiss: (item) => latest.current.dismiss([item]),
      reach: ({ key }) => setReached(key),
    }),
    [setReached],
  );
  const groupActions: GroupActions = {
    ...run,
    select: (items) => setSelected((before) => new Set([...before, ...items.map(({ key }) => key)])),
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // The dialog may still be loading.
    if (editing) return;
    const isMoving = ['j', 'k'].includes(letterOf(event) ?? '');
    // A key that is held down moves on.
    if (!isSingleKey(event) && !(isMoving && event.repeat)) return;
    const all = groups.flatMap((group) => group.items);
    const at = all.findIndex(({ key }) => key === reached);
    const row = all[at];
    const marked = all.filter(({ key }) => selected.has(key));
    const meant = marked.length > 0 ? marked : row ? [row] : [];
    const letter = event.shiftKey ? undefined : letterOf(event);
    if (letter === 'j') focus(all[Math.min(at + 1, all.length - 1)]?.key);
    else if (letter === 'k') focus(all[Math.max(at - 1, 0)]?.key);
    else if (event.key === 'Enter' && meant.length > 0 && !isControl(event)) run.accept(meant);
    else if (event.key === ' ' && row && !isControl(event)) actions.toggle(row);
    else if (letter === 'e' && meant.length > 0) setEditing(meant);
    else if (letter === 'x' && meant.length > 0) run.dismiss(meant);
    else if (letter === 'm') mergeMeant(row, marked);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  /** Merges what is selected, or else the group of the row. */
  function mergeMeant(row: InboxItem | undefined, marked: readonly InboxItem[]) {
    const group = row && groups.find(({ items }) => items.includes(row))?.items;
    const meant = marked.length > 0 ? marked : (group ?? []);
    if (meant.length > 1) run.merge(meant);
  }

  /** What was edited stays in the dialog if it cannot be accepted. */
  async function edit(edited: Acceptance): Promise<void> {
    const items = editing ?? [];
    const next = after(items);
    const isAccepted = await (items.length > 1 ? merge(page, items, edited) : accept(page, [items], edited));
    if (!isAccepted) return;
    setSelected((before) => without(before, items));
    flushSync(() => setEditing((now) => (now === editing ? null : now)));
    focus(next);
  }

  return { selected, clear, actions, groupActions, editing, edit, closeEditor: () => setEditing(null) };
}
