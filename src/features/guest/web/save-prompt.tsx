import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { signUpPath } from '../contract.ts';
import { texts } from '../texts.ts';
import { endPrompt } from './interactions.ts';

const words = texts.prompt;

/** Save Your Progress: stands in a corner, takes no focus, and blocks nothing (R-I2). */
export function SavePrompt() {
  const heading = useId();
  const panel = useRef<HTMLDivElement>(null);
  // A live region announces what comes into it, so it stands there empty for a moment first.
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(`${words.title}. ${words.text}`), 50);
    return () => clearTimeout(timer);
  }, []);

  // Whoever pressed its button by a key goes on at the tabs, not at the top of the page.
  function close() {
    if (panel.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    endPrompt();
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
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
          'rounded-dialog border border-rule bg-sheet p-4 shadow-float [:root:has(dialog[open])_&]:hidden max-md:inset-x-4 max-md:bottom-21 max-md:w-auto'
        }
      >
        <div className="flex items-start gap-3">
          <h2 id={heading} className="grow text-ui font-[720]">
            {words.title}
          </h2>
          <IconButton label="Close" onClick={close} className="-mt-1.5 -mr-1.5">
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <p className="mt-1 text-button font-normal text-ink-2">{words.text}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a href={signUpPath} className={buttonClass('primary')} onClick={endPrompt}>
            {words.signUp}
          </a>
          <Button variant="quiet" onClick={close}>
            {words.later}
          </Button>
        </div>
      </div>
    </>
  );
}
