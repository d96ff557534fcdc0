// The playbook (R-K1). It can be read without its script (`web/playbook.ts`), which finds its parts by data attributes.
import type { ReactNode } from 'react';
import { startTexts } from '#features/guest/start-texts.ts';
import type { ContentPage } from '#platform/http/content-page.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import { Prose } from '#platform/text/prose.tsx';
import { buttonClass } from '#ui/button.tsx';
import { HomeLink } from '#ui/home-link.tsx';
import { playbookPath } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { dialogTexts } from '../../tips-texts.ts';
import { Calculator } from './calculator.tsx';
import { Habits } from './habits.tsx';
import { Scripts } from './scripts.tsx';
import { TipsDialog } from './tips-dialog.tsx';
import { WinLog } from './win-log.tsx';

type Text = { title: string; html: string };
/** The texts in content/playbook. */
export type PlaybookContent = { odds: Text; before: Text; answer: Text };

type View = { instanceName: string; script: InlineScript };

export function playbookPage(content: PlaybookContent, { instanceName, script }: View): ContentPage {
  const { title, subtitle, description } = texts;
  return {
    path: playbookPath,
    title,
    subtitle,
    description,
    main: <Playbook content={content} instanceName={instanceName} />,
    script,
    // Of the sign-up for the tips.
    sources: { 'connect-src': [`'self'`] },
  };
}

type Part = { id: string; title: string; body: ReactNode };

function Playbook({ content, instanceName }: { content: PlaybookContent; instanceName: string }) {
  const { odds, before, answer } = content;
  const parts: Part[] = [
    { id: 'odds', title: odds.title, body: <Prose html={odds.html} /> },
    { id: 'calculator', title: texts.calculator.title, body: <Calculator /> },
    { id: 'wins', title: texts.wins.title, body: <WinLog instanceName={instanceName} /> },
    { id: 'before', title: before.title, body: <Prose html={before.html} /> },
    { id: 'scripts', title: texts.scripts.title, body: <Scripts /> },
    { id: 'answer', title: answer.title, body: <Prose html={answer.html} /> },
    { id: 'habits', title: texts.habits.title, body: <Habits /> },
  ];
  return (
    <div className="mx-auto max-w-reading">
      <h1>
        <span className="block text-title-phone md:text-title">{texts.title}</span>
        <span className="mt-1 block text-month font-[500] text-ink-2">{texts.subtitle}</span>
      </h1>
      <p className="mt-4 max-w-line text-entry text-ink-2">{texts.intro}</p>
      <Start instanceName={instanceName} />
      <nav aria-labelledby="on-this-page" className="double-rule mt-8 pb-4 print:hidden">
        <h2 id="on-this-page" className="text-meta text-ink-2">
          {texts.onThisPage}
        </h2>
        <ol className="mt-1 grid gap-x-8 md:grid-cols-2">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-control items-center text-ui text-primary underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map(({ id, title, body }) => (
        <section key={id} aria-labelledby={id} className="mt-14">
          <h2 id={id} className="mb-4 scroll-mt-6 text-dialog">
            {title}
          </h2>
          {body}
        </section>
      ))}
      <section
        aria-labelledby="start"
        className="mt-14 border-t-3 border-double border-primary pt-6 print:hidden"
      >
        <h2 id="start" className="text-dialog">
          {texts.end.title}
        </h2>
        <p className="mt-2 max-w-line text-entry text-ink-2">{texts.end.text}</p>
        <Start instanceName={instanceName} />
      </section>
      <p role="status" data-copied="" className="sr-only" />
      <TipsDialog />
    </div>
  );
}

function Start({ instanceName }: { instanceName: string }) {
  return (
    <p className="mt-5 flex flex-wrap gap-2 print:hidden">
      <HomeLink start={startTexts.start(instanceName)} back={startTexts.back} />
      <button type="button" data-tips="" className={`${buttonClass('outline')} noscript:hidden`}>
        {dialogTexts.open}
      </button>
    </p>
  );
}
