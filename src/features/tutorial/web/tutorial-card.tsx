import X from 'lucide-react/icons/x';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { importLabel } from '#features/imports/link-texts.ts';
import { importPath } from '#features/imports/path-constants.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { isPlainClick } from '#ui/plain-click.ts';
import { toast } from '#ui/toast.ts';
import type { Need, Step } from '../contract.ts';
import { canContinue, stepAt, stepsOf } from '../rules.ts';
import { stepTexts, texts } from '../texts.ts';
import { TutorialMark } from './tutorial-mark.tsx';
import { endTutorial, moveTutorial, usePosition } from './tutorial-state.ts';
import { useClearPlace } from './use-clear-place.ts';
import { useEscape } from './use-escape.ts';

/** Delay before the card is shown, in milliseconds. */
const delay = 100;

type Props = {
  /** Whether a goal and a check-in already exist. */
  there: Record<Need, boolean>;
  /** The user has the Team plan, and therefore one more step. */
  hasPlan: boolean;
  onOpenTab: (tab: NonNullable<Step['tab']>) => void;
  /** Saves that the tutorial was finished or closed. */
  saveTutorialEnd: () => Promise<void>;
};

/**
 * The tutorial: a card over the page, which stays usable. It does not take the focus; each step is announced by a live
 * region. It is hidden while a dialog is open.
 */
export function TutorialCard({ there, hasPlan, onOpenTab, saveTutorialEnd }: Props) {
  const steps = stepsOf(hasPlan);
  const step = stepAt(steps, usePosition());
  const at = steps.indexOf(step);
  const [shown, setShown] = useState(false);
  const [met, setMet] = useState<ReadonlySet<Need>>(new Set());
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);
  const title = useId();
  const text = useId();

  // Once met, always met: a goal that is completed immediately still counts.
  const need = step.waitsFor;
  if (need && there[need] && !met.has(need)) setMet(new Set([...met, need]));
  const mayContinue = canContinue(step, { goal: met.has('goal'), check_in: met.has('check_in') });
  const stepText = stepTexts[step.id];
  const { lift, shift, edge } = useClearPlace(card, step.id);

  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, []);

  const openTab = useRef(onOpenTab);
  useLayoutEffect(() => {
    openTab.current = onOpenTab;
  });
  useEffect(() => {
    if (step.tab) openTab.current(step.tab);
  }, [step]);

  // The pressed button may not exist on the next step.
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    if (!card.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  });

  function move(position: number) {
    hadFocus.current = card.current?.contains(document.activeElement) ?? false;
    moveTutorial(position);
  }

  async function end() {
    if (card.current?.contains(document.activeElement)) {
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    }
    endTutorial();
    try {
      await saveTutorialEnd();
    } catch {
      toast({ title: texts.saveFailed, tone: 'danger' });
    }
  }

  useEscape(() => void end());

  return (
    <section
      ref={card}
      role="dialog"
      aria-modal="false"
      aria-labelledby={title}
      aria-describedby={text}
      data-overlay={edge}
      style={{ translate: `${shift}px ${-lift}px` }}
      className={cx(
        'fixed inset-s-4 z-20 w-[calc(100vw-2rem)] max-w-75 md:inset-s-6 md:w-80 md:max-w-none print:hidden',
        'bottom-[max(1rem,env(safe-area-inset-bottom))] max-[24rem]:bottom-[calc(1rem+var(--floor,0px))] md:bottom-6',
        'rounded-dialog border border-rule bg-sheet shadow-float [:root:has(dialog[open])_&]:hidden',
        'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)]',
        shown ? 'animate-rise' : 'invisible',
      )}
    >
      <div aria-hidden="true" className="absolute inset-y-0 inset-s-4 w-px bg-margin" />
      <div className="flex items-center pt-1.5 pe-1.5 ps-8 max-md:contents">
        <p className="grow text-meta text-ink-2 max-md:row-start-2 max-md:self-center max-md:ps-8">
          {texts.position(at + 1, steps.length)}
        </p>
        <IconButton
          label={texts.close}
          onClick={() => void end()}
          className="max-md:absolute max-md:top-0 max-md:inset-e-0"
        >
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <div
        aria-live="polite"
        aria-atomic="true"
        className="pe-5 ps-8 max-md:col-span-2 max-md:row-start-1 max-md:pt-2.5 max-md:pe-4"
      >
        {shown && (
          <>
            <h2 id={title} ref={heading} tabIndex={-1} className="text-button md:text-month max-md:pe-8">
              {stepText.title}
            </h2>
            <p id={text} className="text-meta font-normal text-ink-2 md:mt-1 md:text-ui">
              {(mayContinue && stepText.passed) || stepText.text}
            </p>
            {at === steps.length - 1 && (
              <a
                href={importPath}
                className="inline-flex min-h-6 items-center text-meta text-primary underline underline-offset-3 max-[24rem]:hidden md:mt-1"
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  void end().then(() => navigate(importPath));
                }}
              >
                {importLabel}
              </a>
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 pe-2 max-md:row-start-2 max-md:min-h-11 max-md:pb-1 md:min-h-14 md:py-2.5 md:pe-4 md:ps-[1.0625rem]">
        {at > 0 && (
          <Button variant="quiet" onClick={() => move(at - 1)}>
            {texts.back}
          </Button>
        )}
        <span className="grow" />
        {mayContinue && (
          <Button variant="primary" onClick={() => (at === steps.length - 1 ? void end() : move(at + 1))}>
            {at === steps.length - 1 ? texts.done : texts.next}
          </Button>
        )}
      </div>
      {shown && <TutorialMark step={step} />}
    </section>
  );
}
