import { proofPath } from '#features/credentials/carrier-constants.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { buttonClass } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import { texts } from '../../texts.ts';
import type { PublicFile, PublicVouch } from '../store.ts';
import { Text } from './text.tsx';

type Props = {
  vouch: PublicVouch;
  slug: string;
  /** Of its verification: `November 21, 2026`. */
  day: string;
};

/**
 * A verified vouch, closed with the double rule. Those below the first screen are laid out when they come near it: on a slow
 * phone, a page of 50 would otherwise appear 100 ms later.
 */
export function VouchSlip({ vouch, slug, day }: Props) {
  const { reference_position: position, reference_department: department } = vouch;
  return (
    <article className="rounded-sheet border border-b-3 border-rule border-b-primary bg-sheet px-4 pt-4 pb-5 [border-bottom-style:double] md:px-6 md:pt-5 [&:nth-child(n+4)]:[contain-intrinsic-size:auto_22rem] [&:nth-child(n+4)]:[content-visibility:auto] print:[&:nth-child(n+4)]:[content-visibility:visible]">
      <h3 dir="auto" className="text-month wrap-anywhere">
        {vouch.project_name}
      </h3>
      <Text className="mt-1 text-ui text-ink-2">{vouch.project_context}</Text>
      <h4 className="mt-4 text-meta font-semibold text-ink-2">{texts.vouches.contribution}</h4>
      <Text className="mt-0.5 max-w-line text-entry">{vouch.individual_contribution}</Text>
      {vouch.statement !== null && (
        <blockquote
          dir="auto"
          data-long-word={longWord(vouch.statement)}
          className="mt-4 border-s-2 border-primary ps-4 font-serif text-vouch wrap-anywhere bidi-plain"
        >
          {vouch.statement}
        </blockquote>
      )}
      <div className="mt-5 flex flex-wrap items-start gap-3">
        <Seal />
        <div className="min-w-0 grow">
          <p className="text-ui font-semibold wrap-anywhere">
            <bdi>{vouch.reference_name}</bdi>
          </p>
          <p className="text-meta font-normal wrap-anywhere text-ink-2">
            <bdi>{position}</bdi>
            {department !== null && (
              <>
                {', '}
                <bdi>{department}</bdi>
              </>
            )}
          </p>
          <p className="mt-0.5 text-meta text-primary">
            <time dateTime={vouch.verified_at}>{texts.vouches.verified(day)}</time>
            {' · '}
            <a href={`${proofPath}/${vouch.public_id}`} className="underline print:hidden">
              {texts.vouches.check}{' '}
              <span className="sr-only">{texts.vouches.checkOf(vouch.project_name)}</span>
            </a>
          </p>
        </div>
        {/* Its script shows it. */}
        <button
          type="button"
          data-ask={vouch.public_id}
          data-reference={vouch.reference_name}
          className={`${buttonClass()} invisible print:hidden`}
        >
          {texts.ask.open}{' '}
          <span className="sr-only">{texts.ask.of(vouch.reference_name, vouch.project_name)}</span>
        </button>
      </div>
      {vouch.files.length > 0 && <Files files={vouch.files} slug={slug} />}
    </article>
  );
}

/** Two rings and a tick. The text next to it says what it means. */
function Seal() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 32 32"
      className="mt-0.5 size-9 shrink-0 text-primary"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="16" cy="16" r="14.5" strokeWidth="1.5" />
      <circle cx="16" cy="16" r="11" strokeWidth="1" />
      <path d="m11 16.5 3.5 3.5 7-8" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function Files({ files, slug }: { files: PublicFile[]; slug: string }) {
  return (
    <div className="mt-4">
      <h4 className="sr-only">{texts.vouches.files}</h4>
      <ul className="flex flex-wrap gap-2">
        {files.map(({ key, file_name: name, file_size: size, preview }) => {
          const isShown = preview !== 'none';
          return (
            <li key={key} className="max-w-full">
              <a
                href={`/api/public_profiles/${slug}/files/${key}?as=${isShown ? 'view' : 'download'}`}
                {...(isShown && { target: '_blank', rel: 'noopener' })}
                className="flex min-h-control max-w-full items-center gap-2 rounded-control border border-rule-strong bg-sheet px-3 text-button text-ink no-underline hover:bg-sunken print:min-h-0 print:border-rule"
              >
                <bdi className="min-w-0 truncate">{name}</bdi>
                <span className="shrink-0 text-meta font-normal text-ink-2">{formatBytes(size)}</span>
                {isShown && <span className="sr-only">{texts.vouches.newTab}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
