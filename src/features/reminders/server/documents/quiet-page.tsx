// The page of the link that pauses or stops the weekly email or the reminders, without scripts.
import type { ReactNode } from 'react';
import type { StillPage } from '#platform/http/still-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { ShortPage } from '#ui/short-page.tsx';
import type { Kind, State } from '../../contract.ts';
import { quietTexts as texts } from '../../page-texts.ts';

/** What the buttons of the page send. */
export const choices = { pause: 'pause', stop: 'stop' } as const;

/** The page of a link. `state`: of the reminder now. */
export function quietPage(kind: Kind, state: State): StillPage {
  const { title, text } =
    state === 'on'
      ? { title: texts.ask.title[kind], text: texts.ask.text[kind] }
      : { title: texts[state].title(kind), text: texts[state].text[kind] };
  return {
    status: 200,
    title,
    hasForm: state !== 'off',
    main: (
      <Message title={title} text={text}>
        {state !== 'off' && (
          <form method="post" className="flex flex-wrap gap-2">
            {state === 'on' && (
              <button type="submit" name="choice" value={choices.pause} className={buttonClass('outline')}>
                {texts.ask.pause}
              </button>
            )}
            <button type="submit" name="choice" value={choices.stop} className={buttonClass('primary')}>
              {texts.ask.stop}
            </button>
          </form>
        )}
        {state !== 'on' && <Settings />}
      </Message>
    ),
  };
}

/** The page of a link that does not work. */
export function deadPage(): StillPage {
  const { title, text } = texts.dead;
  return {
    status: 404,
    title,
    main: (
      <Message title={title} text={text}>
        <Settings />
      </Message>
    ),
  };
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <ShortPage title={title} text={text}>
      <div className="mt-5 flex flex-wrap gap-2">{children}</div>
    </ShortPage>
  );
}

function Settings() {
  return (
    <a href="/profile#capture" className={buttonClass('outline')}>
      {texts.settings}
    </a>
  );
}
