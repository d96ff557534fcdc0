import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newId } from '#platform/clock/id.ts';
import { hasCode, messageOf } from '#platform/http/client.ts';
import { dayTitle, mediumDay } from '#platform/reader/formats.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedPanel } from '#ui/failed-panel.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { useReached } from '#ui/use-reached.ts';
import { limits } from '../constants.ts';
import type { PacketRow } from '../contract.ts';
import { editorTexts } from '../editor-texts.ts';
import { publishTexts } from '../publish-texts.ts';
import { itemsOf } from '../rules.ts';
import { withSavedDraft } from './packet-actions.ts';
import { discardDrafts } from './packet-outbox.ts';
import { call, packetListQuery, packetQuery } from './packet-queries.ts';
import { packetQueue, type PacketWrite } from './packet-queue.ts';

const texts = editorTexts.list;

type Row = Pick<PacketRow, 'id' | 'title' | 'period' | 'items' | 'updated_at'> &
  Partial<Pick<PacketRow, 'version' | 'link' | 'opens'>>;
type Props = { scope: Scope; onOpen: (id: string) => void; onNew: () => void };

/** The user's packets, the last changed first. */
export function PacketList({ scope, onOpen, onNew }: Props) {
  useState(() => packetQueue.load(scope.userId));
  const { data, isError, refetch } = useQuery(packetListQuery(scope));
  const unsent = useStore(packetQueue.store, ({ all }) => all);
  if (!data && isError)
    return (
      <FailedPanel
        title={editorTexts.failed.title}
        sentence={editorTexts.failed.sentence}
        again={editorTexts.failed.again}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <p role="status" className="flex items-center gap-3 py-6 text-ui text-ink-2">
        <Spinner />
        {editorTexts.loading}
      </p>
    );
  const rows = withUnsent(
    data,
    unsent.map(({ write }) => write),
  );
  const isFull = rows.length >= limits.packets;
  const add = (
    <Button variant="primary" aria-disabled={isFull} onClick={onNew}>
      {texts.new}
    </Button>
  );
  if (rows.length === 0)
    return (
      <EmptyState as="h3" title={texts.empty.title} action={add}>
        {texts.empty.sentence}
      </EmptyState>
    );
  return (
    <div className="mx-auto grid w-full max-w-column gap-5 pb-8">
      <div className="flex flex-wrap items-center gap-3">
        {add}
        {isFull && <p className="text-meta text-ink-2">{texts.full}</p>}
      </div>
      <ul aria-label={texts.label} className="rounded-sheet border border-rule bg-sheet">
        {rows.map((row) => (
          <PacketLine key={row.id} row={row} scope={scope} isFull={isFull} onOpen={() => onOpen(row.id)} />
        ))}
      </ul>
    </div>
  );
}

/** The list as it will be once the unsent drafts are sent. */
function withUnsent(rows: readonly PacketRow[], unsent: readonly PacketWrite[]): Row[] {
  const drafts = new Map(unsent.map((write) => [write.packetId, write]));
  const changed = rows.map((row): Row => {
    const write = drafts.get(row.id);
    drafts.delete(row.id);
    return write ? { ...row, ...rowOf(write) } : row;
  });
  return [...[...drafts.values()].map(rowOf).toReversed(), ...changed];
}

const rowOf = ({ packetId, draft, at }: PacketWrite): Row => ({
  id: packetId,
  title: draft.title,
  period: draft.period,
  items: itemsOf(draft).length,
  updated_at: at ?? new Date().toISOString(),
});

type LineProps = { row: Row; scope: Scope; isFull: boolean; onOpen: () => void };

function PacketLine({ row, scope, isFull, onOpen }: LineProps) {
  const queries = useQueryClient();
  const page = { queries, scope };
  const [confirming, setConfirming] = useState(false);
  const title = row.title || texts.untitled;
  const refresh = () => queries.invalidateQueries({ queryKey: packetListQuery(scope).queryKey });

  const duplicate = useMutation({
    mutationFn: () =>
      withSavedDraft(page, row.id, async () => {
        const input = { params: { id: row.id }, body: { id: newId(), title: copyTitle(title) } };
        const packet = await call('POST /api/packets/:id/duplicate', input);
        queries.setQueryData(packetQuery(scope, packet.id).queryKey, packet);
        await refresh();
        toast({ title: texts.duplicated });
      }),
  });
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await call('DELETE /api/packets/:id', { params: { id: row.id } });
      } catch (error) {
        // It is deleted in another window, or only this browser has it.
        if (!hasCode(error, 'not_found')) throw error;
      }
    },
    async onSuccess() {
      discardDrafts(page, row.id);
      queries.removeQueries({ queryKey: packetQuery(scope, row.id).queryKey });
      await refresh();
      toast({ title: texts.deleted });
    },
    onError: (error) => toast({ title: messageOf(error) ?? texts.failed, tone: 'danger' }),
  });

  return (
    <li className="border-t border-rule first:border-t-0">
      <div className="flex items-center gap-2 pe-2">
        <button
          type="button"
          onClick={onOpen}
          className="min-w-0 grow px-4 py-3.5 text-start outline-offset-[-2px]"
        >
          <span className="block text-ui font-semibold wrap-anywhere">
            <bdi>{title}</bdi>
          </span>
          <span className="mt-0.5 block text-meta text-ink-2">
            {editorTexts.period.range(dayTitle(row.period.from), dayTitle(row.period.to))}
            {' · '}
            {texts.items(row.items)}
            {' · '}
            {texts.changed(mediumDay(row.updated_at, scope.timezone))}
          </span>
          <Published row={row} timezone={scope.timezone} />
        </button>
        <Menu
          label={texts.tools(title)}
          buttonLabel={texts.tools(title)}
          button="…"
          buttonClass={buttonClass('quiet')}
        >
          <MenuItem onSelect={onOpen}>{texts.open}</MenuItem>
          {!isFull && <MenuItem onSelect={() => duplicate.mutate()}>{texts.duplicate}</MenuItem>}
          <MenuItem onSelect={() => setConfirming(true)}>{texts.delete}</MenuItem>
        </Menu>
      </div>
      {confirming && (
        <div className="flex flex-wrap items-center gap-2 border-t border-rule bg-danger-wash px-4 py-3">
          <p className="grow basis-64 text-meta">
            <strong className="font-semibold">{texts.confirm.title}</strong>{' '}
            {row.link?.ended_at === null ? texts.confirm.withLink : texts.confirm.sentence}
          </p>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.confirm.yes}
          </Button>
          <Button onClick={() => setConfirming(false)}>{texts.confirm.no}</Button>
        </div>
      )}
    </li>
  );
}

/** Its version, what has changed since, and how often its link was opened. */
function Published({ row, timezone }: { row: Row; timezone: string }) {
  const { version, link, opens = [] } = row;
  const isOver = useReached(link?.expires_at ?? null);
  if (!version) return null;
  const count = opens.reduce((sum, day) => sum + day.count, 0);
  const parts = [
    publishTexts.version(version.number, mediumDay(version.published_at, timezone)),
    ...(version.is_changed ? [publishTexts.changed(version.changed_items)] : []),
    ...(isOver || link?.ended_at ? [texts.linkOver] : []),
    ...(count > 0 ? [`${publishTexts.opens(count)}.`] : []),
  ];
  return <span className="mt-0.5 block text-meta text-ink-3">{parts.join(' ')}</span>;
}

const copyTitle = (title: string) => [...texts.copyOf(title)].slice(0, limits.title).join('');
