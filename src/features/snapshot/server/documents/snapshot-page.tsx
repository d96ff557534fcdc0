// The snapshot page, for a stranger who follows a link from an email. It has no scripts, and its only links are ours:
// links in the text stay text (R-G1).
import type { ReactNode } from 'react';
import type { StillPage } from '#platform/http/still-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { longWord } from '#ui/long-word.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { texts } from '../../texts.ts';
import type { Snapshot } from '../operations/read-snapshot.ts';

type Shown = Exclude<Snapshot, { from: 'nothing' }>;

/** The page of a snapshot, including one that does not exist or has ended. */
export function snapshotPage(snapshot: Snapshot, instanceName: string): StillPage {
  if (snapshot.from === 'nothing') {
    return { status: 404, title: texts.invalid.title, main: <PageMessage {...texts.invalid} href="/auth" /> };
  }
  const main = <Content snapshot={snapshot} instanceName={instanceName} />;
  return { status: 200, title: texts.title, main };
}

/** The page while the database is unreachable. `href`: this page again. */
export function unavailablePage(href: string): StillPage {
  const { unavailable } = texts;
  return { status: 503, title: unavailable.title, main: <PageMessage {...unavailable} href={href} /> };
}

function Content({ snapshot, instanceName }: { snapshot: Shown; instanceName: string }) {
  const isSigned = snapshot.from === 'entry';
  return (
    <>
      <h1 className="text-title-phone md:text-title">{texts.title}</h1>
      {isSigned ? (
        <p className="mt-1 text-ui wrap-anywhere text-ink-2">
          <bdi>{texts.sharedBy(snapshot.name, snapshot.address)}</bdi>
        </p>
      ) : (
        <NotSigned instanceName={instanceName} />
      )}
      <h2 className="mt-8 text-month">{texts.heading}</h2>
      <Slip label={isSigned ? snapshot.day : texts.nameInLink} emoji={snapshot.emoji}>
        {!isSigned && (
          <p className="mb-1 text-ui font-semibold wrap-anywhere">
            <bdi>{snapshot.employee}</bdi>
          </p>
        )}
        <p
          dir="auto"
          data-long-word={longWord(snapshot.content)}
          className="max-w-line text-entry wrap-anywhere whitespace-pre-wrap bidi-plain"
        >
          {snapshot.content}
        </p>
      </Slip>
      <Hint>{hintOf(snapshot)}</Hint>
      <Offers employee={isSigned ? snapshot.name : snapshot.employee} />
    </>
  );
}

function hintOf(snapshot: Shown): string | null {
  if (snapshot.from === 'entry') return texts.ends(snapshot.lastDay);
  return snapshot.isShortened ? texts.shortened : null;
}

function Hint({ children }: { children: string | null }) {
  return children === null ? null : <p className="mt-2 text-meta text-ink-3 print:hidden">{children}</p>;
}

function NotSigned({ instanceName }: { instanceName: string }) {
  return (
    <div className="mt-4 border-s-3 border-ochre bg-ochre-wash px-4 py-3">
      <p className="text-button text-ochre">{texts.notSigned(instanceName)}</p>
      <p className="mt-0.5 text-meta font-normal text-ink">{texts.notSignedWhy}</p>
    </div>
  );
}

/** The text, as a row of a log: margin rule, and the emoji in the gutter. */
function Slip({ label, emoji, children }: { label: string; emoji: string | null; children: ReactNode }) {
  return (
    <div className="mt-3 grid grid-cols-[3rem_minmax(0,1fr)] rounded-sheet border border-rule bg-sheet md:grid-cols-[var(--gutter)_minmax(0,1fr)]">
      <div className="pt-10 text-center text-[1.25rem] leading-7">{emoji}</div>
      <div className="border-s border-margin py-4 pe-4 ps-4 md:pe-6 md:ps-[1.4375rem]">
        <p className="mb-1 text-meta font-semibold text-ink-2">{label}</p>
        {children}
      </div>
    </div>
  );
}

/** What the reader can do next: the two cards. */
function Offers({ employee }: { employee: string }) {
  const manager = new URLSearchParams({ mode: 'manager', employee });
  return (
    <div className="mt-10 grid border-y border-rule max-md:divide-y md:grid-cols-2 md:divide-x divide-rule print:hidden">
      <Offer {...texts.manager} href={`/auth?${manager}`} variant="primary" className="md:pe-6" />
      <Offer {...texts.employee} href="/auth?mode=employee" variant="outline" className="md:ps-6" />
    </div>
  );
}

type OfferProps = {
  title: string;
  text: string;
  action: string;
  href: string;
  variant: 'primary' | 'outline';
  className: string;
};

function Offer({ title, text, action, href, variant, className }: OfferProps) {
  return (
    <section className={cx('flex flex-col items-start py-6', className)}>
      <h2 className="text-ui font-[740]">{title}</h2>
      <p className="mt-1 mb-4 text-ui text-ink-2">{text}</p>
      <a href={href} className={cx(buttonClass(variant), 'mt-auto')}>
        {action}
      </a>
    </section>
  );
}
