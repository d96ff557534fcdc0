import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { Elsewhere } from '#features/imported-records/web/elsewhere.tsx';
import type { Scope } from '#platform/reader/scope.ts';
import { LedgerSheet } from '#ui/ledger-sheet.tsx';
import { useToday } from '#platform/reader/use-today.ts';
import { Button } from '#ui/button.tsx';
import { Choice } from '#ui/choice.tsx';
import { cx } from '#ui/cx.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { useStore } from '#ui/store.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { directions } from '../constants.ts';
import type { Direction } from '../contract.ts';
import { texts } from '../texts.ts';
import { countUnreadSince } from '../read-rules.ts';
import { lastRead, loadLastRead, markRead } from './last-read.ts';
import { SendDialog } from './send-dialog.tsx';
import { isEmptyDraft, loadSendDraft, openSendDialog, sendState } from './send-draft.ts';
import { ShoutoutRow } from './shoutout-row.tsx';
import { shoutoutsQuery, unreadQuery, type NamedShoutout } from './shoutout-queries.ts';
import { NoShoutouts, ShoutoutsFailed, ShoutoutsLoading } from './shoutouts-states.tsx';

/** The SHOUTOUTS tab: what the user sent and received, newest first. */
export function ShoutoutsPanel({ scope }: { scope: Scope }) {
  const { userId } = scope;
  useState(() => loadSendDraft(userId));
  useState(() => loadLastRead(userId));
  const [direction, setDirection] = useState<Direction>();
  const sending = useStore(sendState, ({ open }) => open);
  const hasDraft = useStore(sendState, ({ draft }) => !isEmptyDraft(draft));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-6 pb-5 print:hidden">
        <Button variant="primary" onClick={openSendDialog}>
          {texts.send}
        </Button>
        {hasDraft && <p className="text-meta text-ink-2">{texts.draftKept}</p>}
        <Filter value={direction} onChange={setDirection} />
      </div>
      <List key={direction ?? 'all'} scope={scope} direction={direction} />
      <Elsewhere scope={scope} kind="shoutout" direction={direction} />
      {sending && <SendDialog scope={scope} />}
    </>
  );
}

type FilterProps = { value: Direction | undefined; onChange: (direction: Direction | undefined) => void };

function Filter({ value, onChange }: FilterProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-2 md:ms-auto">
      <legend className="sr-only">{texts.filter.label}</legend>
      {[undefined, ...directions].map((direction) => (
        <Choice
          key={direction ?? 'all'}
          name={name}
          checked={value === direction}
          onChoose={() => onChange(direction)}
          className={cx(
            'inline-flex min-h-8 px-2.5 text-meta pointer-coarse:min-h-11',
            value === direction ? 'text-primary' : 'border-rule text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {texts.filter[direction ?? 'all']}
        </Choice>
      ))}
    </fieldset>
  );
}

function List({ scope, direction }: { scope: Scope; direction: Direction | undefined }) {
  const query = useInfiniteQuery(shoutoutsQuery(scope, direction));
  const { data, isError, isPaused, refetch, errorUpdateCount, hasNextPage } = query;
  const today = useToday(scope.timezone);
  const rows = data?.pages.flatMap((page) => page.rows);
  useReadMark(scope, rows);
  useEffect(() => {
    if (errorUpdateCount > 0) toast({ title: texts.failed.toast, tone: 'danger', about: 'shoutouts' });
  }, [errorUpdateCount]);
  useEffect(() => {
    if (!isError) dismissToastsAbout('shoutouts');
  }, [isError]);

  if (!rows) {
    if (isError || isPaused) return <ShoutoutsFailed offline={isPaused} onRetry={() => void refetch()} />;
    return <ShoutoutsLoading />;
  }
  if (rows.length === 0) return <NoShoutouts direction={direction} />;
  return (
    <>
      <LedgerSheet>
        {rows.map((shoutout) => (
          <ShoutoutRow key={shoutout.id} shoutout={shoutout} scope={scope} today={today} />
        ))}
      </LedgerSheet>
      {hasNextPage && (
        <div className="flex justify-center pt-5">
          <MoreButton query={query}>{texts.more}</MoreButton>
        </div>
      )}
    </>
  );
}

/** Marks what the user received as read as soon as they can see the list (R-D1). */
function useReadMark({ userId, timezone }: Scope, rows: NamedShoutout[] | undefined): void {
  const queries = useQueryClient();
  const isShown = rows !== undefined;
  const newest = rows?.find(({ direction }) => direction === 'received')?.created_at;
  useEffect(() => {
    if (newest !== undefined) return whenVisible(() => markRead(newest));
  }, [newest]);
  // The newest one may be on a page that is not loaded. Asked once for each visit: every mark starts a new count.
  useEffect(() => {
    if (isShown) return whenVisible(() => void readAll(queries, { userId, timezone }));
  }, [queries, userId, timezone, isShown]);
}

async function readAll(queries: QueryClient, scope: Scope): Promise<void> {
  const query = unreadQuery(scope);
  const known = queries.getQueryData(query.queryKey);
  const { at } = lastRead.get();
  if (known && countUnreadSince(known.newest, at) === 0) return;
  try {
    markRead((await queries.fetchQuery({ ...query, staleTime: 0 })).as_of);
  } catch (error) {
    console.warn('Shoutouts could not be marked as read.', error);
  }
}

/** Runs now if the page is visible, and whenever the user returns to it, until the returned function is called. */
function whenVisible(run: () => void): () => void {
  const check = () => document.visibilityState === 'visible' && run();
  check();
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}
