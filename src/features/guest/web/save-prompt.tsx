import { X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { signUpPath } from '../contract.ts';
import { texts } from '../texts.ts';
import { endPrompt } from './interactions.ts';

const words = texts.prompt;

/** Save Your Progress: stands in a corner, takes no focus, and blocks nothing (R-I2). */
export function SavePrompt() {
  const heading = useId();
  // A live region announces what comes into it, so it stands there empty for a moment first.
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(`${words.title}. ${words.text}`), 50);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div
        role="dialog"
        aria-labelledby={heading}
        onKeyDown={(event) => {
          if (event.key === 'Escape') endPrompt();
        }}
        className={
          'fixed bottom-[max(1.5rem,env(safe-area-inset-bottom))] left-[max(1.5rem,env(safe-area-inset-left))] z-10 w-88 animate-rise ' +
          'rounded-dialog border border-rule bg-sheet p-4 shadow-float max-md:inset-x-4 max-md:bottom-21 max-md:w-auto'
        }
      >
        <div className="flex items-start gap-3">
          <h2 id={heading} className="grow text-ui font-[720]">
            {words.title}
          </h2>
          <IconButton label="Close" onClick={endPrompt} className="-mt-1.5 -mr-1.5">
            <X aria-hidden="true" size={18} />
          </IconButton>
        </div>
        <p className="mt-1 text-button font-normal text-ink-2">{words.text}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a href={signUpPath} className={buttonClass('primary')} onClick={endPrompt}>
            {words.signUp}
          </a>
          <Button variant="quiet" onClick={endPrompt}>
            {words.later}
          </Button>
        </div>
      </div>
    </>
  );
}
