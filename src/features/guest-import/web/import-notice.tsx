import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { importTexts as texts } from '../texts.ts';
import { ImportQuestion } from './import-question.tsx';
import {
  closeSummary,
  decideLater,
  mergeGuestLog,
  useImportState,
  type ImportState,
} from './import-state.ts';
import { countAll } from './import-store.ts';
import { LeftBehind } from './left-behind.tsx';

/** Notice at the top of a page about the import of a guest's log into the account (R-I1). */
export function ImportNotice({ userId }: { userId: string }) {
  const state = useImportState();
  const notice = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // The pressed button disappears with the question, so the notice takes the focus.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) notice.current?.focus();
  });
  if (state.at === 'nothing') return null;
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label={texts.label}
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
      className="mb-6 rounded-sheet border border-rule border-s-3 border-s-margin bg-sheet px-4 py-3"
    >
      <Content state={state} userId={userId} />
    </section>
  );
}

type Shown = Exclude<ImportState, { at: 'nothing' }>;

function Content({ state, userId }: { state: Shown; userId: string }) {
  switch (state.at) {
    case 'asked':
      return (
        <ImportQuestion
          held={state.held}
          onMerge={() => void mergeGuestLog(userId)}
          onLater={() => decideLater(userId)}
        />
      );
    case 'running': {
      const { done, total, waiting } = state;
      const all = countAll(total);
      const progressText = texts.progress(done, total);
      return (
        <>
          <StatusLine>{waiting ? texts.waiting : texts.running}</StatusLine>
          <p className="mt-0.5 mb-2 text-meta text-ink-2 figures">{progressText}</p>
          <Progress value={all === 0 ? null : (countAll(done) / all) * 100} label={progressText} />
        </>
      );
    }
    case 'stopped':
      return <StatusLine>{texts.stopped}</StatusLine>;
    case 'over':
      return <Summary {...state} userId={userId} />;
  }
}

type Over = Extract<ImportState, { at: 'over' }>;

function Summary({ done, left, redated, userId }: Over & { userId: string }) {
  const imported = countAll(done) > 0;
  const close = (
    <Button variant={left.length > 0 ? 'quiet' : 'outline'} onClick={() => void closeSummary(userId)}>
      {texts.close}
    </Button>
  );
  return (
    <div className="grid justify-items-start gap-2">
      {imported && (
        <StatusLine>
          {texts.imported(done)} {left.length === 0 && texts.noCopy}
        </StatusLine>
      )}
      {redated > 0 && <p className="text-ui text-ink-2">{texts.redated(redated)}</p>}
      {left.length > 0 ? (
        <LeftBehind left={left} onRetry={() => void mergeGuestLog(userId)} close={close} />
      ) : (
        close
      )}
    </div>
  );
}

function StatusLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-ui text-ink">
      {children}
    </p>
  );
}
