import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { use, useEffect, useRef, type ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { isFocusFree, focusAsFallback } from '#ui/free-focus.ts';
import { useStore } from '#ui/store.ts';
import { texts } from '../../texts.ts';
import { monthsQuery } from '../queries/check-in-queries.ts';
import { openComposer } from '../drafts/composer.ts';
import { EntryPartsContext } from '../entries/entry-parts.ts';
import { entryQueue } from '../outbox/entry-queue.ts';
import { entryDraft, isEmpty } from '../drafts/drafts.ts';

/** Whether there are no entries, saved or pending: the empty state then has the only add button. Undefined at first. */
export function useIsEmpty(scope: Scope): boolean | undefined {
  const { data } = useQuery({ ...monthsQuery(scope), select: ({ months }) => months.length === 0 });
  const saves = useStore(entryQueue.store, ({ all }) => all.length);
  return data && saves === 0;
}

/** The add buttons of a page with entries. Moves the focus along when they replace the empty state's button. */
export function AddButtons({ scope, children }: { scope: Scope; children?: ReactNode }) {
  const empty = useIsEmpty(scope);
  const hasDraft = useStore(entryDraft.store, ({ draft }) => !isEmpty(draft));
  const before = useRef(empty);
  useEffect(() => {
    const changed = before.current !== undefined && before.current !== empty;
    before.current = empty;
    if (!changed || !isFocusFree()) return;
    const all = [...document.querySelectorAll<HTMLElement>('[data-add]')];
    const shown = all.find((button) => button.checkVisibility());
    if (shown) focusAsFallback(shown);
  }, [empty]);

  return (
    <>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-2 pt-6 print:hidden',
          empty && !hasDraft ? 'pb-1' : 'pb-4',
        )}
      >
        {!empty && (
          <Button variant="primary" data-add onClick={openComposer} className="self-start max-md:hidden">
            {texts.add}
          </Button>
        )}
        {hasDraft && <p className="text-meta text-ink-2">{texts.dialog.draftKept}</p>}
        {children}
      </div>
      {!empty && <FloatingAdd narrow />}
    </>
  );
}

export function FirstEntryPrompt() {
  const bring = use(EntryPartsContext)?.bring;
  return (
    <EmptyState
      title={texts.empty.title}
      as="h3"
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="primary" data-add onClick={openComposer}>
            {texts.add}
          </Button>
          {bring && (
            <a href={bring.href} className="text-button text-primary underline underline-offset-3">
              {bring.label}
            </a>
          )}
        </span>
      }
    >
      {texts.empty.sentence}
    </EmptyState>
  );
}

/**
 * The floating add button. Its label is visually hidden in small windows. `narrow`: only shown in small windows,
 * because large ones have a button in the panel.
 */
export function FloatingAdd({ narrow = false }: { narrow?: boolean }) {
  return (
    <button
      type="button"
      data-add
      data-floating={narrow ? 'narrow' : 'always'}
      onClick={openComposer}
      className={cx(
        buttonClass('primary'),
        'fixed inset-e-[max(1.5rem,env(safe-area-inset-left),env(safe-area-inset-right))] bottom-[max(1.5rem,env(safe-area-inset-bottom))] z-10 shadow-float max-md:inset-e-4 max-md:size-13 max-md:p-0',
        narrow && 'md:hidden',
      )}
    >
      <Plus aria-hidden="true" size={18} />
      <span className="max-md:sr-only">{texts.add}</span>
    </button>
  );
}
