import { pageTexts as texts } from '../../page-texts.ts';

/** Shown instead of a redirect when it is not known that the app may receive one. */
export function ErrorPage({ description }: { description: string }) {
  return (
    <main id="main" className="max-w-form">
      <h1 className="text-title-phone sm:text-title">{texts.failed}</h1>
      <p className="mt-3 text-ui text-ink-2">{texts.about}</p>
      {description !== '' && (
        <>
          <p className="mt-3 text-ui text-ink-2">{texts.said}</p>
          <blockquote className="mt-1.5 border-s-3 border-rule ps-3 text-ui wrap-anywhere text-ink">
            {description.slice(0, 300)}
          </blockquote>
        </>
      )}
      <p className="mt-3 text-ui text-ink-2">{texts.again}</p>
    </main>
  );
}
