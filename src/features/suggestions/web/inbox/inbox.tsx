import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { dayOf } from '#platform/clock/days.ts';
import { dayTitle } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { useStore } from '#ui/store.ts';
import { fetchAhead } from '#ui/when-idle.ts';
import type { SuggestionSource } from '../../constants.ts';
import { defaultGrouping, groupings, groupsOf, partsOf, type Grouping } from '../../grouping-rules.ts';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import { AcceptAll } from './accept-all.tsx';
import { Filling } from './filling.tsx';
import { GroupHead } from './group-head.tsx';
import { chooseGrouping, grouping, loadGrouping } from './grouping.ts';
import { cancelWork, inboxWork, leaveInbox } from './inbox-actions.ts';
import { useInbox } from './inbox-data.ts';
import { RowChunk } from './row-chunk.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

const EditDialog = fetched(async () => (await import('./edit-dialog.tsx')).EditDialog, FailedOverlay);

/** Rows that are rendered together. */
const chunkSize = 20;

type Props = {
  scope: Scope;
  /** The address of the log. */
  logHref: string;
  /** Where suggestions come from, for an empty inbox. */
  more?: ReactNode;
};

/** The list of suggestions, with its actions for the mouse, for touch and for the keyboard. */
export function Inbox({ scope, logHref, more }: Props) {
  const hidden = useStore(inboxWork, (state) => state.hidden);
  const progress = useStore(inboxWork, (state) => state.progress);
  const inbox = useInbox(scope, progress !== null);
  const filled = useStore(inboxWork, (state) => state.filled);
  const chosen = useStore(grouping, (state) => state.chosen);
  useEffect(loadGrouping, []);
  useEffect(() => leaveInbox, []);
  useEffect(() => fetchAhead(() => void EditDialog.preload()), []);
  const { timezone } = scope;
  const by = useMemo(() => chosen ?? defaultGrouping(inbox.items ?? []), [chosen, inbox.items]);
  const items = useMemo(() => inbox.items?.filter(({ key }) => !hidden.has(key)), [inbox.items, hidden]);
  const groups = useMemo(() => groupsOf(items ?? [], by, (at) => dayOf(at, timezone)), [items, by, timezone]);
  const [reached, setReached] = useState<string | null>(null);
  const { selected, clear, actions, groupActions, editing, edit, closeEditor } = useInboxKeys({
    ...{ scope, groups, reached, setReached },
  });
  if (inbox.failed && !items?.length)
    return (
      <FailedPanel
        title={texts.failed.title}
        sentence={texts.failed.sentence}
        again={texts.failed.again}
        onRetry={inbox.tryAgain}
      />
    );
  if (!items)
    return (
      <div role="status" aria-label={texts.loading}>
        <SkeletonRows widths={['w-[62%]', 'w-[48%]', 'w-[70%]']} />
      </div>
    );
  const selection = items.filter(({ key }) => selected.has(key));
  return (
    <>
      {inbox.failed && (
        <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 text-button font-normal text-ochre">
          {texts.failed.title}. <Button onClick={inbox.tryAgain}>{texts.failed.again}</Button>
        </p>
      )}
      {inbox.storageFailed && (
        <p role="alert" className="mb-4 text-button font-normal text-ochre">
          {texts.storageFailed}
        </p>
      )}
      {(filled !== null || progress?.fills) && (
        <Filling scope={scope} progress={progress} filled={filled} logHref={logHref} />
      )}
      {items.length === 0 && !progress && (
        <EmptyState title={texts.empty.title} action={more}>
          {texts.empty.about}
        </EmptyState>
      )}
      {(items.length > 0 || (progress && !progress.fills)) && (
        <>
          <div className="mb-3 flex min-h-control flex-wrap items-center gap-x-4 gap-y-1">
            <p role="status" className="text-button font-normal text-ink-2">
              {progress && !progress.fills
                ? texts.working(progress.done, progress.all)
                : texts.count(items.length)}
            </p>
            {progress && !progress.fills && !progress.isUndo && (
              <Button onClick={cancelWork}>{texts.cancel}</Button>
            )}
            <div className="ms-auto">
              <GroupingMenu by={by} />
            </div>
          </div>
          {!progress && items.length > 1 && <AcceptAll groups={groups} onAccept={groupActions.acceptAs} />}
          {selection.length > 0 && (
            <section
              aria-label={texts.selection}
              data-selection
              className="sticky top-0 z-10 mb-3 flex flex-wrap items-center gap-2 border-y border-rule bg-paper py-2"
            >
              <Button variant="primary" onClick={() => groupActions.accept(selection)}>
                {texts.acceptSelected(selection.length)}
              </Button>
              {selection.length > 1 && (
                <Button onClick={() => groupActions.merge(selection)}>
                  {texts.mergeSelected(selection.length)}
                </Button>
              )}
              <Button onClick={() => groupActions.dismiss(selection)}>
                {texts.dismissSelected(selection.length)}
              </Button>
              <Button variant="quiet" onClick={() => clear(selection)}>
                {texts.clearSelection}
              </Button>
            </section>
          )}
          <div className="grid gap-4">
            {groups.map((group, groupAt) => (
              <section
                key={group.key}
                aria-label={by === 'none' ? texts.title : titleOf(by, group.key)}
                className="rounded-sheet border border-rule bg-sheet"
              >
                {by !== 'none' && (
                  <GroupHead title={titleOf(by, group.key)} items={group.items} actions={groupActions} />
                )}
                {partsOf(group.items, chunkSize).map((chunk, at) => (
                  <RowChunk
                    key={at}
                    items={chunk}
                    timezone={timezone}
                    selected={selected}
                    actions={actions}
                    shown={(groupAt === 0 && at === 0) || chunk.some(({ key }) => key === reached)}
                  />
                ))}
              </section>
            ))}
          </div>
          <p className="mt-4 text-meta text-ink-3 pointer-coarse:hidden">{texts.keys}</p>
        </>
      )}
      {editing && (
        <EditDialog
          key={editing.map(({ key }) => key).join()}
          items={editing}
          onAccept={edit}
          onClose={closeEditor}
        />
      )}
    </>
  );
}

function GroupingMenu({ by }: { by: Grouping }) {
  const { label, button, ungrouped, names, rules } = texts.grouping;
  return (
    <Menu
      label={label}
      button={by === 'none' ? ungrouped : button(names[by])}
      buttonClass="min-h-control rounded-control px-2 text-button text-ink-2 hover:bg-sunken hover:text-ink"
    >
      {groupings.map((name) => (
        <MenuItem key={name} checked={name === by} onSelect={() => chooseGrouping(name)}>
          {rules[name]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function titleOf(by: Grouping, key: string): string {
  if (by === 'day') return dayTitle(key);
  if (by === 'day-project') {
    const [day, project] = key.split('\n') as [string, string];
    return texts.dayAndProject(dayTitle(day), project);
  }
  if (by === 'source') return texts.sources[key as SuggestionSource];
  return key || texts.noProject;
}
