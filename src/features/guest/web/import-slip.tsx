import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { importTexts as words } from '../import-texts.ts';
import { ImportQuestion } from './import-question.tsx';
import { closeSummary, decideLater, mergeGuest, useImportState, type ImportState } from './import-state.ts';
import { countAll } from './import-store.ts';
import { LeftBehind } from './left-behind.tsx';

/** The slip on top of a page that tells of a guest's log on its way into the account (R-I1). */
export function ImportSlip({ userId }: { userId: string }) {
  const state = useImportState();
  const slip = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // The button that was pressed is gone with the question.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) slip.current?.focus();
  });
  if (state.at === 'nothing') return null;
  return (
    <section
      ref={slip}
      tabIndex={-1}
      aria-label={words.label}
      onFocus={() => (hadFocus.current = true)}
      onBlur={() => (hadFocus.current = false)}
      className="mb-6 rounded-sheet border border-rule border-l-3 border-l-margin bg-sheet px-4 py-3"
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
          onMerge={() => void mergeGuest(userId)}
          onLater={() => decideLater(userId)}
        />
      );
    case 'running': {
      const { done, total, waiting } = state;
      const all = countAll(total);
      const told = words.progress(done, total);
      return (
        <>
          <Said>{waiting ? words.waiting : words.running}</Said>
          <p className="mt-0.5 mb-2 text-meta text-ink-2 figures">{told}</p>
          <Progress value={all === 0 ? null : (countAll(done) / all) * 100} label={told} />
        </>
      );
    }
    case 'stopped':
      return <Said>{words.stopped}</Said>;
    case 'over':
      return <Summary {...state} userId={userId} />;
  }
}

type Over = Extract<ImportState, { at: 'over' }>;

function Summary({ done, left, redated, userId }: Over & { userId: string }) {
  const came = countAll(done) > 0;
  const close = (
    <Button variant={left.length > 0 ? 'quiet' : 'outline'} onClick={() => void closeSummary(userId)}>
      {words.close}
    </Button>
  );
  return (
    <div className="grid justify-items-start gap-2">
      {came && (
        <Said>
          {words.came(done)} {left.length === 0 && words.noCopy}
        </Said>
      )}
      {redated > 0 && <p className="text-ui text-ink-2">{words.redated(redated)}</p>}
      {left.length > 0 ? (
        <LeftBehind left={left} onAgain={() => void mergeGuest(userId)} close={close} />
      ) : (
        close
      )}
    </div>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-ui text-ink">
      {children}
    </p>
  );
}
