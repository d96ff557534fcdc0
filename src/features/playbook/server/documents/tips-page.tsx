// The page of a link in an email about the tips (R-K2), without scripts: it confirms the sign-up or stops the tips.
import type { ReactNode } from 'react';
import type { StillPage } from '#platform/http/still-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { ShortPage } from '#ui/short-page.tsx';
import { playbookPath } from '../../contract.ts';
import { tips } from '../../mail-texts.ts';
import { pageTexts as texts } from '../../tips-texts.ts';
import type { Signup } from '../store.ts';

/** What the buttons of the page send. */
export const choices = { confirm: 'confirm', stop: 'stop' } as const;

/** The page of a sign-up. `token`: of the link. `stops`: it was a link that stops the tips. */
export function signupPage(signup: Signup, token: string, stops = false): StillPage {
  if (!signup.confirmed) return askPage(signup.address, token);
  return stops && signup.sent < tips.length
    ? askStopPage(signup.address, token)
    : confirmedPage(signup, token);
}

function askStopPage(address: string, token: string): StillPage {
  const { title, text, stop, keep } = texts.askStop;
  return {
    status: 200,
    title,
    hasForm: true,
    main: (
      <ShortPage title={title} text={text(address)}>
        <Choices token={token}>
          <button type="submit" name="choice" value={choices.stop} className={buttonClass('primary')}>
            {stop}
          </button>
          <Back>{keep}</Back>
        </Choices>
      </ShortPage>
    ),
  };
}

function askPage(address: string, token: string): StillPage {
  const { title, text, confirm, ignore, refuse } = texts.ask;
  return {
    status: 200,
    title,
    hasForm: true,
    main: (
      <ShortPage title={title} text={text(address, tips.length)}>
        <Choices token={token}>
          <button type="submit" name="choice" value={choices.confirm} className={buttonClass('primary')}>
            {confirm}
          </button>
          <button type="submit" name="choice" value={choices.stop} className={buttonClass('quiet')}>
            {refuse}
          </button>
        </Choices>
        <p className="mt-5 text-meta font-normal text-ink-2">{ignore}</p>
      </ShortPage>
    ),
  };
}

function confirmedPage({ address, sent }: Signup, token: string): StillPage {
  const { text, stop, forget, back } = texts.confirmed;
  const isOver = sent >= tips.length;
  const title = isOver ? texts.confirmed.titleAfter : texts.confirmed.title;
  return {
    status: 200,
    title,
    hasForm: true,
    main: (
      <ShortPage title={title} text={text(address, sent, tips.length)}>
        <Choices token={token}>
          <Back>{back}</Back>
          <button type="submit" name="choice" value={choices.stop} className={buttonClass('quiet')}>
            {isOver ? forget : stop}
          </button>
        </Choices>
      </ShortPage>
    ),
  };
}

export function stoppedPage(): StillPage {
  const { title, text } = texts.stopped;
  return {
    status: 200,
    title,
    main: (
      <ShortPage title={title} text={text}>
        <p className="mt-5">
          <Back>{texts.confirmed.back}</Back>
        </p>
      </ShortPage>
    ),
  };
}

/** The page of a link that does not work. */
export function deadPage(): StillPage {
  const { title, text, action } = texts.dead;
  return {
    status: 404,
    title,
    main: (
      <ShortPage title={title} text={text}>
        <p className="mt-5">
          <Back>{action}</Back>
        </p>
      </ShortPage>
    ),
  };
}

/** The page while the database is unreachable. `href`: this page again. */
export function unavailablePage(href: string): StillPage {
  const { title, text, retry } = texts.unavailable;
  return {
    status: 503,
    title,
    main: (
      <ShortPage title={title} text={text}>
        <p className="mt-5">
          <a href={href} className={buttonClass('primary')}>
            {retry}
          </a>
        </p>
      </ShortPage>
    ),
  };
}

function Choices({ token, children }: { token: string; children: ReactNode }) {
  return (
    <form method="post" className="mt-5 flex flex-wrap gap-2">
      <input type="hidden" name="token" value={token} />
      {children}
    </form>
  );
}

function Back({ children }: { children: string }) {
  return (
    <a href={playbookPath} className={buttonClass('outline')}>
      {children}
    </a>
  );
}
