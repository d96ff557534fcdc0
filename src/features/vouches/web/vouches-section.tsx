import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useId, useLayoutEffect, type ComponentProps } from 'react';
import { whenActive } from '#features/check-ins/web/outbox/when-active.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { SectionLine } from '#ui/section-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { createStore, useStore } from '#ui/store.ts';
import type { Vouch } from '../contract.ts';
import { sectionTexts as texts } from '../section-texts.ts';
import {
  closeVouchForm,
  hasFreshDraft,
  loadVouchDrafts,
  openFormFor,
  openVouchForm,
  useOpenDraft,
  vouchDrafts,
  vouchForm,
} from './vouch-drafts.ts';
import type { VouchDialog as Dialog } from './vouch-dialog.tsx';
import type { VouchList as List } from './vouch-list.tsx';
import { vouchedEntry } from './vouch-tool.ts';
import { useLiveVouches, vouchesQuery } from './vouch-queries.ts';

const VouchDialog = fetched<ComponentProps<typeof Dialog>>(
  async () => (await import('./vouch-dialog.tsx')).VouchDialog,
  () => <FailedOverlay onClose={closeVouchForm} />,
);

const VouchList = fetched<ComponentProps<typeof List>>(
  async () => (await import('./vouch-list.tsx')).VouchList,
  FailedPart,
);

async function resumeUploads(queries: QueryClient, scope: Scope): Promise<void> {
  const { resumeVouchUploads } = await import('./vouch-uploads.ts');
  await resumeVouchUploads(queries, scope);
}

/** Whether the list is shown. It outlives the section, so that it stays after a visit to the settings. */
const list = createStore({ shown: false });

/**
 * The user's vouches above the tabs: one line, and the list once the user opens it. `unfolded`: on a phone, the list is
 * shown with the line.
 */
export function VouchesSection({ scope, unfolded }: { scope: Scope; unfolded: boolean }) {
  const queries = useQueryClient();
  useLiveVouches(scope);
  // If the code cannot be loaded, the files wait for the next page.
  useEffect(
    () => whenActive(() => void resumeUploads(queries, scope).catch(() => undefined)),
    [queries, scope],
  );
  return <Line scope={scope} unfolded={unfolded} />;
}

/** The form for a vouch, while it is open. */
export function VouchForm({ scope, onSent }: { scope: Scope; onSent: () => void }) {
  useLayoutEffect(() => loadVouchDrafts(scope.userId), [scope.userId]);
  useRequestedEntry();
  const key = useStore(vouchForm, ({ open }) => open);
  const draft = useOpenDraft();
  if (!draft) return null;
  function showSent() {
    list.set({ shown: true });
    onSent();
  }
  return <VouchDialog key={key} scope={scope} draft={draft} onSent={showSent} />;
}

/** Opens the form for the entry whose "Ask someone to vouch for this" was pressed. */
function useRequestedEntry(): void {
  const entry = useStore(vouchedEntry, (state) => state.entry);
  useEffect(() => {
    if (!entry) return;
    vouchedEntry.set({ entry: undefined });
    openFormFor(entry);
  }, [entry]);
}

function Line({ scope, unfolded }: { scope: Scope; unfolded: boolean }) {
  const query = useInfiniteQuery(vouchesQuery(scope));
  const { data, isError, isPaused, refetch } = query;
  const rows = data?.pages.flatMap((page) => page.rows);
  if (rows) {
    const elsewhere = data?.pages[0]?.elsewhere ?? 0;
    return <LoadedLine scope={scope} unfolded={unfolded} rows={rows} query={query} elsewhere={elsewhere} />;
  }
  if (isPaused)
    return (
      <SectionLine title={texts.title}>
        <p className="text-meta text-ink-2">{texts.offline}</p>
      </SectionLine>
    );
  if (isError)
    return (
      <SectionLine
        title={texts.title}
        actions={<Button onClick={() => void refetch()}>{texts.tryAgain}</Button>}
      >
        <p role="alert" className="text-meta text-ink-2">
          {texts.unavailable}
        </p>
      </SectionLine>
    );
  return (
    <div role="status" aria-label={texts.loading}>
      <SectionLine title={texts.title}>
        <Skeleton className="h-4 w-40" />
      </SectionLine>
    </div>
  );
}

type LoadedProps = Omit<ComponentProps<typeof List>, 'hasElsewhere'> & {
  unfolded: boolean;
  /** How many other instances have recorded. */
  elsewhere: number;
};

function LoadedLine({ scope, unfolded, rows, query, elsewhere }: LoadedProps) {
  const id = useId();
  const hasAny = rows.length + elsewhere > 0;
  const shown = useStore(list, (state) => state.shown) && hasAny;
  const listed = (shown || unfolded) && hasAny;
  const hasDraft = useStore(vouchDrafts.store, hasFreshDraft);
  const count = (status: Vouch['status']) => rows.filter((row) => row.status === status).length;
  const own = texts.summary(rows.length, count('verified'), count('pending'), query.hasNextPage);
  const summary = [rows.length > 0 && own, elsewhere > 0 && texts.elsewhere(elsewhere)]
    .filter(Boolean)
    .join(' · ');
  return (
    <SectionLine
      title={texts.title}
      actions={
        <Button onClick={openVouchForm}>
          <Plus aria-hidden="true" size={16} className="max-md:hidden" />
          {hasDraft ? texts.resume : texts.create}
        </Button>
      }
      content={
        hasAny && (
          <div id={id} hidden={!listed} className={cx('pb-5', !shown && 'md:hidden')}>
            {listed && <VouchList rows={rows} query={query} scope={scope} hasElsewhere={elsewhere > 0} />}
          </div>
        )
      }
    >
      {!hasAny ? (
        <p className="text-meta text-ink-2">{texts.empty}</p>
      ) : (
        <>
          <p className="text-meta text-ink-2 md:hidden">{summary}</p>
          <button
            type="button"
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => list.set({ shown: !shown })}
            className="-ms-2 inline-flex max-md:hidden min-h-9 items-center gap-1.5 rounded-control px-2 text-start text-meta text-ink-2 transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
          >
            {summary}
            <ChevronDown
              aria-hidden="true"
              size={14}
              className={cx('shrink-0 text-ink-3 transition-transform', shown && 'rotate-180')}
            />
          </button>
        </>
      )}
    </SectionLine>
  );
}
