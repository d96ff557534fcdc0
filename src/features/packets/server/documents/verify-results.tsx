// The templates of /verify for the result of a credential, which its script fills.
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { credentialPageTexts as texts } from '../../credential-texts.ts';
import { verifyPageTexts } from '../../check-texts.ts';

/** Of the section that explains what a check proves. */
export const meaningId = 'meaning';

/** What is certain, in the color of the verdict of the group around it. */
export function Verdict({ children }: { children?: ReactNode }) {
  return (
    <div className="border-s-3 border-ochre bg-ochre-wash px-4 py-3 group-data-[verdict=changed]:border-danger group-data-[verdict=changed]:bg-danger-wash group-data-[verdict=confirmed]:border-primary group-data-[verdict=confirmed]:bg-primary-wash">
      <h2 data-sentence tabIndex={-1} className="text-ui font-semibold wrap-anywhere outline-none">
        {verifyPageTexts.result}
      </h2>
      <ul data-problems className="mt-1 list-disc ps-5 text-meta wrap-anywhere empty:hidden" />
      {children}
    </div>
  );
}

export function CredentialResult() {
  return (
    <>
      <template data-credential-template>
        <article data-credential className="group mt-6 first:mt-0">
          <p data-of-line className="mb-2 text-button text-ink empty:hidden" />
          <Verdict>
            <p className="mt-1 text-meta">
              <a href={`#${meaningId}`} className="text-primary underline">
                {texts.meaning}
              </a>
            </p>
          </Verdict>
          <div data-asking className="mt-3 grid justify-items-start gap-1.5">
            <button
              type="button"
              data-ask
              className={`${buttonClass('outline')} h-auto max-w-full py-1.5 text-start wrap-anywhere whitespace-normal`}
            >
              {texts.ask([])}
            </button>
            <p data-ask-hint className="max-w-line text-meta font-normal text-ink-2" />
          </div>
          <Facts name="claims" title={texts.claimed} />
          <section data-part className="mt-5">
            <h3 className="text-button text-ink">{texts.notClaimed}</h3>
            <ul
              data-not-claimed
              className="mt-2 grid max-w-line list-disc gap-1 ps-5 text-meta font-normal"
            />
          </section>
          <Facts name="facts" title={texts.how} />
        </article>
      </template>
      <template data-fact-template>
        <div className="grid gap-x-4 border-t border-rule px-4 py-2.5 first:border-t-0 sm:grid-cols-[9rem_1fr]">
          <dt data-label dir="auto" className="text-meta wrap-anywhere text-ink-2" />
          <dd
            data-value
            dir="auto"
            className="m-0 min-w-0 text-ui wrap-anywhere whitespace-pre-wrap bidi-plain"
          />
        </div>
      </template>
    </>
  );
}

function Facts({ name, title }: { name: string; title: string }) {
  const [named, heading] = [{ [`data-${name}`]: '' }, name === 'claims' && { 'data-claimed': '' }];
  return (
    <section data-part className="mt-5">
      <h3 {...heading} className="text-button text-ink">
        {title}
      </h3>
      <dl {...named} className="mt-2 rounded-sheet border border-rule bg-sheet" />
    </section>
  );
}
