// The public logbook, without the app or React in the browser. All texts come from the owner and the references: they
// stay text, and the only links are ours.
import type { ReactNode } from 'react';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { InlineScript } from '#platform/http/inline-script.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { language } from '#platform/text/language.ts';
import { Avatar } from '#ui/avatar.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { pagePath, pagesOf, publicPhoto } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { PublicLogbook } from '../store.ts';
import { headOf } from './head.ts';
import { RequestDialog } from './request-dialog.tsx';
import { ResumeCard } from './resume-card.tsx';
import { VouchSlip } from './vouch-slip.tsx';

type View = {
  /** Of this instance. */
  origin: string;
  /** Of the vouches, from 1. */
  page: number;
  /** The script of the form. */
  script: InlineScript;
};

/** The page of a public logbook. */
export function logbookPage(logbook: PublicLogbook, view: View): StillPage {
  const photo = publicPhoto(logbook);
  const asks = logbook.vouches.length > 0;
  return {
    status: 200,
    title: logbook.full_name,
    main: <Logbook logbook={logbook} photo={photo} page={view.page} origin={view.origin} />,
    head: headOf(logbook, view),
    isListed: logbook.allows_search,
    sources: {
      // The preview of the résumé.
      'frame-src': [`'self'`],
      ...(asks && { 'connect-src': [`'self'`] }),
    },
    ...(asks && { scripts: [view.script] }),
  };
}

function Logbook({
  logbook,
  photo,
  page,
  origin,
}: Omit<View, 'script'> & { logbook: PublicLogbook; photo: string | null }) {
  const { slug, full_name: name, resume } = logbook;
  return (
    <>
      <div className="double-rule flex items-center gap-4 pb-6 md:gap-6">
        <Avatar size="large" name={name} src={photo} />
        <div className="min-w-0">
          <h1 className="text-title-phone wrap-anywhere md:text-display">
            <bdi>{name}</bdi>
          </h1>
          <p className="mt-1 text-ui text-ink-2">{texts.title}</p>
        </div>
      </div>
      <Vouches logbook={logbook} page={page} />
      {logbook.vouches.length > 0 && <RequestDialog />}
      {resume && <ResumeCard resume={resume} slug={slug} />}
      <p className="mt-10 hidden text-meta text-ink-2 print:block">{`${origin}/${slug}`}</p>
    </>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats days in the owner's time zone. Making a format costs more than rendering a vouch. */
function dayFormat(timeZone: string | null): Intl.DateTimeFormat {
  const known = formats.get(timeZone ?? '');
  if (known) return known;
  const made = new Intl.DateTimeFormat(language.tag, {
    dateStyle: 'long',
    timeZone: knownTimeZone(timeZone) ?? 'UTC',
  });
  if (formats.size < 1000) formats.set(timeZone ?? '', made);
  return made;
}

function Vouches({ logbook, page }: { logbook: PublicLogbook; page: number }) {
  const { slug, vouches, vouch_count: count, time_zone: timeZone } = logbook;
  const format = dayFormat(timeZone);
  return (
    <section aria-labelledby="vouches" className="mt-8">
      <div className="flex items-baseline gap-2">
        <h2 id="vouches" className="text-month">
          {texts.vouches.title}
        </h2>
        {count > 0 && <span className="figures text-meta text-ink-3">{count}</span>}
      </div>
      <div className="mt-4 grid grid-cols-1 gap-5">
        {vouches.map((vouch) => (
          <VouchSlip
            key={vouch.public_id}
            vouch={vouch}
            slug={slug}
            day={format.format(new Date(vouch.verified_at))}
          />
        ))}
        {vouches.length === 0 && (
          <EmptyState as="h3" title={texts.vouches.none}>
            {texts.vouches.noneHint}
          </EmptyState>
        )}
      </div>
      <Pages slug={slug} page={page} pages={pagesOf(count)} />
    </section>
  );
}

function Pages({ slug, page, pages }: { slug: string; page: number; pages: number }) {
  if (pages === 1) return null;
  const link = (to: number, label: string): ReactNode => (
    <a href={pagePath(slug, to)} className={buttonClass()}>
      {label}
    </a>
  );
  return (
    <nav
      aria-label={texts.vouches.pages}
      className="mt-5 flex flex-wrap items-center gap-3 text-meta text-ink-2 print:hidden"
    >
      {page > 1 && link(page - 1, texts.vouches.newer)}
      <span>{texts.vouches.page(page, pages)}</span>
      {page < pages && link(page + 1, texts.vouches.older)}
    </nav>
  );
}
