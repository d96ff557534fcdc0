import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { startTutorial } from './tutorial-state.ts';

/** Restarts the tutorial from the settings. `onStarted` opens the dashboard, where it is shown. */
export function TutorialStart({ onStarted }: { onStarted: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ui text-ink-2">{texts.settings.text}</p>
      <Button
        onClick={() => {
          startTutorial();
          onStarted();
        }}
      >
        {texts.settings.start}
      </Button>
    </div>
  );
}
