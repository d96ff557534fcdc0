import { Button, buttonClass } from '#ui/button.tsx';
import { CornerNote } from '#ui/corner-note.tsx';
import { signUpPath } from '../constants.ts';
import { promptTexts } from '../prompt-texts.ts';
import { closePrompt } from './interactions.ts';

/** Until the prompt is shown, in milliseconds: the least that lets screen readers announce it. */
const delay = 50;

/** The Save Your Progress prompt: in a corner, without taking the focus or blocking anything (R-I2). */
export function SavePrompt() {
  // Keyboard users continue at the tabs, not at the top of the page.
  function onClose(hadFocus: boolean) {
    if (hadFocus)
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    closePrompt();
  }

  return (
    <CornerNote
      title={promptTexts.title}
      text={promptTexts.text}
      delay={delay}
      onClose={onClose}
      hasCloseButton
    >
      {(close) => (
        <>
          <a href={signUpPath} className={buttonClass('primary')} onClick={closePrompt}>
            {promptTexts.signUp}
          </a>
          <Button variant="quiet" onClick={close}>
            {promptTexts.later}
          </Button>
        </>
      )}
    </CornerNote>
  );
}
