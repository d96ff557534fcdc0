import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { longWord } from '#ui/long-word.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { toast } from '#ui/toast.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import type { CheckIn } from '../../contract.ts';
import { daysLeftInBin } from '../../rules.ts';
import { deleteTexts } from '../../delete-texts.ts';
import { dialogTexts } from '../../dialog-texts.ts';
import { texts } from '../../texts.ts';
import { rowsOf } from '../queries/check-in-cache.ts';
import { binQuery } from '../queries/check-in-queries.ts';
import { restoreEntry } from '../entries/delete-entry.ts';
import { longDay, startOf } from '#platform/reader/formats.ts';

type Props = { scope: Scope; onClose: () => void };

/** Recently deleted: the entries that can still be restored, and for how long (R-B2). */
export function BinDialog({ scope, onClose }: Props) {
  const query = useInfiniteQuery(binQuery(scope));
  const { data, isError, hasNextPage, fetchNextPage, refetch } = query;
  const rows = rowsOf(data);
  return (
    <Dialog open onClose={onClose} title={texts.bin.title} description={dialogTexts.bin.about}>
      {isError && (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-3">
          <p className="text-button font-normal text-ink-2">{dialogTexts.bin.failed}</p>
          <Button onClick={() => void (data ? fetchNextPage() : refetch())}>{texts.tryAgain}</Button>
        </div>
      )}
      {!data && !isError && <Loading />}
      {data && rows.length === 0 && <EmptyState title={dialogTexts.bin.empty} as="h3" />}
      {rows.length > 0 && (
        <ul>
          {rows.map((entry) => (
            <BinRow key={entry.id} entry={entry} scope={scope} />
          ))}
        </ul>
      )}
      {hasNextPage && !isError && (
        <div className="flex justify-center border-t border-rule pt-4">
          <MoreButton query={query}>{dialogTexts.bin.more}</MoreButton>
        </div>
      )}
    </Dialog>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={dialogTexts.bin.loading} className="grid gap-3 py-3">
      <Skeleton className="h-4.5 w-44" />
      <Skeleton className="h-4.5" />
    </div>
  );
}

function BinRow({ entry, scope }: { entry: CheckIn; scope: Scope }) {
  const queries = useQueryClient();
  const { mutate: restore, isPending } = useMutation({
    mutationFn: () => restoreEntry(queries, scope, entry),
    onMutate(button: HTMLElement) {
      const row = button.closest('li');
      return { row, neighbor: row?.nextElementSibling ?? row?.previousElementSibling };
    },
    onSuccess(restored, _, { row, neighbor }) {
      if (!restored) return;
      toast({ title: deleteTexts.restored, description: startOf(entry.content) });
      const next = neighbor?.querySelector('button') ?? row?.closest('dialog')?.querySelector('h2');
      if (row?.contains(document.activeElement)) next?.focus();
    },
  });
  const left = entry.deleted_at === null ? 0 : daysLeftInBin(entry.deleted_at, Date.now());
  return (
    <li className="flex items-start gap-4 border-t border-rule py-3 first:border-t-0">
      <div className="min-w-0 grow">
        <p
          dir="auto"
          data-long-word={longWord(entry.content)}
          className="bidi-plain line-clamp-3 text-ui wrap-anywhere whitespace-pre-line"
        >
          {entry.emoji && `${entry.emoji} `}
          {entry.content}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-meta text-ink-3">
          <time dateTime={entry.created_at}>{longDay(entry.created_at, scope.timezone)}</time>
          {entry.file_count > 0 && <span>{texts.filesCount(entry.file_count)}</span>}
          <span className="font-semibold text-ink-2">{dialogTexts.bin.daysLeft(left)}</span>
        </p>
      </div>
      <Button
        busy={isPending}
        aria-label={dialogTexts.bin.restoreEntry(startOf(entry.content))}
        onClick={(event) => restore(event.currentTarget)}
      >
        {dialogTexts.bin.restore}
      </Button>
    </li>
  );
}
