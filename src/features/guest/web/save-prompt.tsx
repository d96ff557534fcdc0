import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { signUpPath } from '../contract.ts';
import { promptTexts } from '../prompt-texts.ts';
import { closePrompt } from './interactions.ts';

/** The Save Your Progress prompt: in a corner, without taking the focus or blocking anything (R-I2). */
export function SavePrompt() {
  const heading = useId();
  const panel = useRef<HTMLDivElement>(null);
  // A live region announces only later changes, so it is rendered empty first.
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncement(`${promptTexts.title}. ${promptTexts.text}`), 50);
    return () => clearTimeout(timer);
  }, []);

  // Keyboard users continue at the tabs, not at the top of the page.
  function close() {
    if (panel.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    closePrompt();
  }

  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
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
            {promptTexts.title}
          </h2>
          <IconButton label="Close" onClick={close} className="-mt-1.5 -mr-1.5">
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <p className="mt-1 text-button font-normal text-ink-2">{promptTexts.text}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a href={signUpPath} className={buttonClass('primary')} onClick={closePrompt}>
            {promptTexts.signUp}
          </a>
          <Button variant="quiet" onClick={close}>
            {promptTexts.later}
          </Button>
        </div>
      </div>
    </>
  );
}
