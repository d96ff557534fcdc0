import { Button } from '#ui/button.tsx';
import { CornerNote } from '#ui/corner-note.tsx';
import { calloutTexts as texts } from '../callout-texts.ts';
import { noteWelcome } from './plan-memory.ts';

/** Delay after the subscription started, in milliseconds. */
const delay = 1000;

/** Welcomes a new subscriber and points to the MY TEAM tab. It does not take the focus, and blocks nothing. */
export function TeamPlanCallout({ userId }: { userId: string }) {
  // Keyboard users continue at the tab that it is about.
  function onClose(hadFocus: boolean) {
    if (hadFocus) document.getElementById('tab-team')?.focus();
    noteWelcome(userId);
  }

  return (
    <CornerNote title={texts.title} text={texts.text} delay={delay} onClose={onClose}>
      {(close) => (
        <>
          <Button variant="primary" onClick={close}>
            {texts.gotIt}
          </Button>
          <span hidden data-mark-tab="team" />
        </>
      )}
    </CornerNote>
  );
}
