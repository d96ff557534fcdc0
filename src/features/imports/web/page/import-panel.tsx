import { useEffect, useRef } from 'react';
import { recipesPath } from '#features/capture/constants.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { FailedPart, fetched } from '#ui/fetched.tsx';
import { SkeletonRows } from '#ui/skeleton-rows.tsx';
import { fetchAhead } from '#ui/when-idle.ts';
import type { PageId } from '../../constants.ts';
import { formatTexts } from '../../format-texts.ts';
import { importLabel } from '../../link-texts.ts';
import { importPath } from '../../path-constants.ts';
import { texts } from '../../texts.ts';
import type { Recommendation } from '../../read/found.ts';
import { FormatList } from './format-list.tsx';

/** About as high as the parts, so that what is below them stays. */
const waiting = (
  <div className="min-h-124 md:min-h-106">
    <SkeletonRows widths={['w-[62%]', 'w-[48%]']} />
  </div>
);
const ArchiveImport = fetched(
  async () => (await import('./archive-import.tsx')).ArchiveImport,
  FailedPart,
  waiting,
);
const FormatImport = fetched(
  async () => (await import('./format-import.tsx')).FormatImport,
  FailedPart,
  waiting,
);

type Props = {
  scope: Scope;
  /** Of the address. */
  format: PageId | undefined;
  onChoose: (href: string) => void;
  addresses: string[];
  inboxHref: string;
  homeHref: string;
  onAsk: ((recommendation: Recommendation) => void) | undefined;
};

const hrefOf = (format: PageId) => `${importPath}?format=${format}`;

/** /import: the sources, or the one that was chosen. */
export function ImportPanel({ format, onChoose, homeHref, ...rest }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(format);
  useEffect(() => fetchAhead(() => [ArchiveImport, FormatImport].forEach((part) => void part.preload())), []);
  useEffect(() => {
    // The link that was pressed no longer exists.
    if (shown.current !== format) heading.current?.focus({ preventScroll: true });
    shown.current = format;
  }, [format]);
  return (
    <div className="mx-auto grid w-full max-w-reading gap-6">
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={-1} className="text-title-phone md:text-title">
          {format ? formatTexts[format].title : importLabel}
        </h1>
        {!format && <p className="text-ui text-ink-2">{texts.about}</p>}
        <p className="text-meta font-normal text-ink-2">
          {format === 'logbook' ? texts.privateArchive : texts.private}
        </p>
      </div>
      {format === undefined && (
        <>
          <FormatList hrefOf={hrefOf} onChoose={(id) => onChoose(hrefOf(id))} />
          <p className="text-meta font-normal text-ink-2">
            {texts.commandLine}{' '}
            <a href={recipesPath} className="text-primary underline underline-offset-3">
              {texts.commandLineLink}
            </a>
          </p>
        </>
      )}
      {format === 'logbook' && <ArchiveImport scope={rest.scope} homeHref={homeHref} />}
      {format !== undefined && format !== 'logbook' && (
        <FormatImport key={format} format={format} {...rest} />
      )}
    </div>
  );
}
