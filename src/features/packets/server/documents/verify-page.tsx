// The page that checks packets and credentials (/verify). Its script (web/verify-page.ts) fills copies of the templates.
import { verifyPath } from '#features/credentials/path-constants.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { buttonClass } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { verifyPageTexts as texts } from '../../check-texts.ts';
import { verifyTexts } from '../../verify-texts.ts';
import { CredentialResult, meaningId, Verdict } from './verify-results.tsx';

type Shown = {
  /** Those that run, and those that the page may run later. */
  scripts: readonly InlineScript[];
  /** The keys of the instance, for the script. */
  known: { url: string; keys: readonly object[]; isComplete: boolean };
  /** The day of the file on the reader's disk, which has no site to ask. Undefined in the page of the site. */
  savedOn: string | undefined;
};

export function verifyPage({ scripts, known, savedOn }: Shown): StillPage {
  return {
    ...{ status: 200, title: texts.title, scripts },
    head: `<meta name="logbook-known-keys" content="${escapeHtml(JSON.stringify(known))}">`,
    // The script reads packets of this instance by their link. The reader may have it ask the issuer of a credential.
    ...(savedOn === undefined && { sources: { 'connect-src': [`'self'`, 'https:'] } }),
    main: <Verify site={new URL(known.url).host} savedOn={savedOn} />,
  };
}

function Verify({ site, savedOn }: { site: string; savedOn: string | undefined }) {
  const isSaved = savedOn !== undefined;
  return (
    <>
      <h1 className="text-title-phone md:text-title">{texts.title}</h1>
      <p className="mt-2 max-w-line text-ui text-ink-2">{texts.intro}</p>
      {isSaved && (
        <p className="mt-1 max-w-line text-meta font-normal text-ink-2">{texts.saved(site, savedOn)}</p>
      )}
      <noscript>
        <p className="mt-4 text-ui">{texts.needsScript}</p>
      </noscript>
      <div className="noscript:hidden">
        <label
          data-drop
          className="relative mt-6 grid cursor-pointer justify-items-start gap-2 rounded-sheet border border-dashed border-rule-strong bg-sheet px-4 py-6 text-ui text-ink-2 outline-offset-2 has-focus-visible:outline-2 has-focus-visible:outline-focus data-over:border-primary md:px-6"
        >
          <span className={buttonClass('primary')}>{texts.file}</span>
          <span aria-hidden="true">{texts.drop}</span>
          <input type="file" accept=".pdf,.docx,.json,.jwt,.jws,.png,.svg,.zip" className="sr-only" />
        </label>
        {!isSaved && <LinkForm />}
        <Result />
        <CredentialResult />
      </div>
      <Meaning site={site} />
      {!isSaved && (
        <p className="mt-6 text-meta font-normal text-ink-2">
          <a href={`${verifyPath}.html`} download="check-packets.html" className="text-primary underline">
            {texts.save}
          </a>{' '}
          {texts.saveHint}
        </p>
      )}
    </>
  );
}

function LinkForm() {
  return (
    <form data-link className="mt-4 grid gap-1.5">
      <label htmlFor="link" className="text-button text-ink">
        {texts.link}
      </label>
      <div className="flex gap-2">
        <TextInput id="link" type="url" required autoComplete="off" className="min-w-0 grow" />
        <button type="submit" className={buttonClass('outline')}>
          {texts.checkLink}
        </button>
      </div>
    </form>
  );
}

function Result() {
  return (
    <>
      <section data-result className="mt-8 empty:hidden" />
      <template data-result-template>
        <div data-packet className="group">
          <Verdict>
            <p data-key className="mt-1 text-meta wrap-anywhere text-ink-2 empty:hidden" />
          </Verdict>
          <div data-document className="mt-6">
            <h3 data-contents className="text-button text-ink">
              {verifyTexts.signedContents}
            </h3>
            <Text name="title" className="mt-2 text-month" />
            <Text name="period" className="text-meta text-ink-2" />
            <Text name="introduction" className="mt-3 text-ui" />
            <div data-groups />
          </div>
        </div>
      </template>
      <template data-group-template>
        <section className="mt-5">
          <h4 data-group-title dir="auto" className="text-ui font-semibold wrap-anywhere empty:hidden">
            {texts.group}
          </h4>
          <Text name="group-line" className="text-meta text-ink-2" />
          <ol data-lines className="mt-2 rounded-sheet border border-rule bg-sheet empty:hidden" />
        </section>
      </template>
      <template data-line-template>
        <li className="grid scroll-mt-4 grid-cols-[1.75rem_1fr] gap-2 border-t border-rule px-4 py-3 first:border-t-0 data-wrong:bg-danger-wash">
          <span data-number className="text-meta text-ink-3" />
          <div className="min-w-0">
            <p data-problem className="mb-1 text-meta font-semibold text-danger empty:hidden" />
            <Text name="text" className="text-entry" />
            <Text
              name="statement"
              className="mt-2 border-s-3 border-rule-strong ps-3 font-serif text-slip italic"
            />
            <p data-provenance className="mt-1 text-meta wrap-anywhere text-ink-3 empty:hidden" />
            <Text name="note" className="mt-2 border-s-3 border-primary ps-3 text-ui text-ink-2" />
          </div>
        </li>
      </template>
    </>
  );
}

/** A place for text of the file, by the name that the script knows. It is not shown while it is empty. */
function Text({ name, className }: { name: string; className: string }) {
  const named = { [`data-${name}`]: '' };
  return (
    <p
      {...named}
      dir="auto"
      className={`wrap-anywhere whitespace-pre-wrap bidi-plain empty:hidden ${className}`}
    />
  );
}

function Meaning({ site }: { site: string }) {
  const { title, packets, credentials } = texts.meaning;
  return (
    <section aria-labelledby={meaningId} className="mt-10 border-t border-rule pt-5">
      <h2 id={meaningId} className="scroll-mt-4 text-ui font-semibold text-ink">
        {title}
      </h2>
      <Lines title={packets.title} items={packets.items(site)} />
      <Lines title={credentials.title} items={credentials.items} />
    </section>
  );
}

function Lines({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <>
      <h3 className="mt-4 text-button text-ink">{title}</h3>
      <ul className="mt-2 grid max-w-line list-disc gap-1.5 ps-5 text-meta font-normal text-ink-2">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
