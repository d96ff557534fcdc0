// The page of a public vouch's proof, made from the signed credential alone. It has no scripts.
import type { ReactNode } from 'react';
import { oembedPath, proofPath, verifyPath } from '#features/credentials/carrier-constants.ts';
import { embedHtml } from '#features/credentials/carrier-rules.ts';
import { carrierTexts } from '#features/credentials/carrier-texts.ts';
import type { Claim } from '#features/credentials/claim-rules.ts';
import { previewHead } from '#platform/http/link-preview.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { buttonClass } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Seal } from '#ui/seal.tsx';
import { proofTexts as texts } from '../../proof-texts.ts';
import { Text } from './text.tsx';

type Shown = {
  id: string;
  claim: Claim;
  /** What its picture says. */
  text: string;
  owner: { name: string; slug: string; allowsSearch: boolean };
  /** Of this instance. */
  origin: string;
};

export function proofPage(shown: Shown): StillPage {
  const { claim, owner } = shown;
  return {
    ...{ status: 200, title: texts.title(claim.name), isListed: owner.allowsSearch },
    head: headOf(shown),
    main: <Proof {...shown} />,
  };
}

/** Unknown, malformed and not public: all look the same. */
export const noProofPage: StillPage = {
  status: 404,
  title: texts.notFound.title,
  main: <PageMessage {...texts.notFound} href={verifyPath} />,
};

function headOf({ id, claim, text, owner, origin }: Shown): string {
  const address = `${origin}${proofPath}/${id}`;
  const oembed = `${origin}${oembedPath}?${new URLSearchParams({ url: address }).toString()}`;
  const alternate = (type: string, href: string) =>
    `<link rel="alternate" type="${type}" href="${escapeHtml(href)}">`;
  const preview = previewHead({
    ...{ url: address, title: claim.name, description: texts.description(owner.name), type: 'article' },
    picture: { url: `${address}.png`, text },
  });
  return `${alternate('application/vc+ld+json', `${address}.json`)}${alternate('application/json+oembed', oembed)}${preview}`;
}

function Proof({ id, claim, text, owner, origin }: Shown) {
  const path = `${proofPath}/${id}`;
  return (
    <>
      <article className="rounded-sheet border border-b-3 border-rule border-b-primary bg-sheet px-4 pt-4 pb-5 [border-bottom-style:double] md:px-6 md:pt-5">
        <h1 dir="auto" className="text-title-phone wrap-anywhere md:text-title">
          {claim.name}
        </h1>
        <p className="mt-1 text-ui wrap-anywhere text-ink-2">
          {texts.by}{' '}
          <a href={`/${owner.slug}`} className="text-primary underline">
            <bdi>{owner.name}</bdi>
          </a>
        </p>
        <Text className="mt-4 max-w-line text-entry">{claim.text}</Text>
        {claim.statement !== null && (
          <figure className="mt-4">
            <figcaption className="text-meta font-semibold text-ink-2">{texts.statement}</figcaption>
            <blockquote className="mt-1 border-s-2 border-primary ps-4">
              <Text className="font-serif text-vouch">{claim.statement}</Text>
            </blockquote>
          </figure>
        )}
        {claim.files.length > 0 && (
          <Part title={texts.files}>
            <ul className="grid gap-1 text-meta font-normal wrap-anywhere text-ink-2">
              {claim.files.map(({ name, about }) => (
                <li key={`${name} ${about}`}>
                  <bdi>{name}</bdi>, {about}
                </li>
              ))}
            </ul>
          </Part>
        )}
        <div className="mt-5 flex items-start gap-3">
          <Seal size={36} className="mt-0.5 shrink-0 text-primary" />
          <p className="min-w-0 text-meta font-normal wrap-anywhere">
            <span className="font-semibold text-primary">{carrierTexts.confirmed(claim.day)}</span>{' '}
            {carrierTexts.by(claim)}
          </p>
        </div>
      </article>
      <p className="mt-6 print:hidden">
        <a href={`${verifyPath}#${path}`} className={buttonClass('primary')}>
          {texts.check}
        </a>
      </p>
      <p className="mt-2 max-w-line text-meta font-normal text-ink-2">{texts.how}</p>
      <Part title={texts.claimed}>
        <p className="max-w-line text-button font-normal">{claim.meaning}</p>
      </Part>
      <Part title={texts.notClaimed}>
        <ul className="grid max-w-line list-disc gap-1 ps-5 text-button font-normal">
          {texts.notClaims.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Part>
      <Part title={texts.save}>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-button font-normal print:hidden">
          {(['json', 'png', 'svg'] as const).map((form) => (
            <a key={form} href={`${path}.${form}`} className="text-primary underline">
              {texts[form]}
            </a>
          ))}
        </p>
        <p className="mt-1 text-meta font-normal text-ink-2">{texts.saveHint}</p>
      </Part>
      <details className="mt-6 print:hidden">
        <summary className="text-button">{texts.embed}</summary>
        <p className="mt-2 text-meta font-normal text-ink-2">{texts.embedHint}</p>
        <pre className="mt-1 rounded-control border border-rule bg-sunken px-3 py-2 text-meta font-normal wrap-anywhere whitespace-pre-wrap">
          <code>{embedHtml({ address: `${origin}${path}`, text })}</code>
        </pre>
      </details>
      <p className="mt-10 hidden text-meta text-ink-2 print:block">{`${origin}${path}`}</p>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-1 text-meta font-semibold text-ink-2">{title}</h2>
      {children}
    </section>
  );
}
