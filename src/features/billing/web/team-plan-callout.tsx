import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { calloutTexts as texts } from '../callout-texts.ts';
import { noteWelcome } from './plan-memory.ts';

/** Delay after the subscription started, in milliseconds. */
const delay = 1000;

/** Welcomes a new subscriber and points to the MY TEAM tab. It does not take the focus, and blocks nothing. */
export function TeamPlanCallout({ userId }: { userId: string }) {
  const [isShown, setShown] = useState(false);
  const heading = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), delay);
    return () => clearTimeout(timer);
  }, []);

  // Keyboard users continue at the tab that it is about.
  function close() {
    if (panel.current?.contains(document.activeElement)) document.getElementById('tab-team')?.focus();
    noteWelcome(userId);
  }

  return (
    <>
      {/* A live region announces only later changes, so it is rendered empty first. */}
      <p role="status" className="sr-only">
        {isShown && `${texts.title}. ${texts.text}`}
      </p>
      {isShown && (
        <div
          ref={panel}
          role="dialog"
          aria-modal="false"
          aria-labelledby={heading}
          data-overlay
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
          className={
            'fixed bottom-[max(1.5rem,env(safe-area-inset-bottom))] left-[max(1.5rem,env(safe-area-inset-left))] z-10 w-88 animate-rise ' +
            'rounded-dialog border border-rule bg-sheet p-4 shadow-float [:root:has(dialog[open])_&]:hidden max-md:inset-x-4 max-md:bottom-21 max-md:w-auto print:hidden'
          }
        >
          <h2 id={heading} className="text-ui font-[720]">
            {texts.title}
          </h2>
          <p className="mt-1 text-button font-normal text-ink-2">{texts.text}</p>
          <div className="mt-3 flex">
            <Button variant="primary" onClick={close}>
              {texts.gotIt}
            </Button>
          </div>
          <span hidden data-mark-tab="team" />
        </div>
      )}
    </>
  );
}
