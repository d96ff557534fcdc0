import { useId, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { emailStateTexts } from '#platform/mail/state-texts.ts';
import { mediumDay } from '#platform/reader/formats.ts';
import { list } from '#platform/text/language.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { longWord } from '#ui/long-word.ts';
import { Seal } from '#ui/seal.tsx';
import type { Vouch } from '../contract.ts';
import { rowTexts as texts } from '../row-texts.ts';
import { provedVouch } from './proved-vouch.ts';
import { VouchFiles } from './vouch-files.tsx';
import { ResendLine, VouchMenu } from './vouch-tools.tsx';
import { VouchVisitors } from './vouch-visitors.tsx';

type Props = { vouch: Vouch; scope: Scope };

/** One vouch. The double rule closes it once it is verified. */
export function VouchRow({ vouch, scope }: Props) {
  const title = useId();
  const { status, project_name, reference_name, reference_department } = vouch;
  const position = vouch.confirmed_position ?? vouch.reference_position;
  const verified = status === 'verified';
  return (
    <li>
      <article
        aria-labelledby={title}
        className={cx(
          'animate-rise rounded-sheet border border-rule bg-sheet px-4 pt-3 pb-4 md:px-6 md:pt-4',
          verified && 'border-b-3 border-double border-b-primary',
          status === 'pending' && 'border-dashed border-b-rule-strong',
        )}
      >
        <div className="flex items-start gap-3">
          {verified && <Seal size={32} className="mt-1 shrink-0 text-primary" />}
          <div className="min-w-0 grow">
            <h3 id={title} className="pt-1 text-ui font-[740] wrap-anywhere">
              <bdi>{project_name}</bdi>
            </h3>
            <p className="text-meta wrap-anywhere text-ink-2">
              <bdi>
                {list([reference_name, position ?? '', reference_department ?? ''].filter(Boolean), 'unit')}
              </bdi>
            </p>
          </div>
          <VouchMenu vouch={vouch} scope={scope} />
        </div>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-meta text-ink-3">
          <Badge tone={verified ? 'primary' : 'plain'} dashed={status === 'pending'}>
            {texts.status[status]}
          </Badge>
          {(status === 'pending' || status === 'expired') && vouch.email && (
            <Badge dashed>{emailStateTexts[vouch.email]}</Badge>
          )}
          <span className="wrap-anywhere">{aboutOf(vouch, scope.timezone)}</span>
        </p>
        {vouch.statement !== null && (
          <figure className="mt-3">
            <figcaption className="text-meta font-semibold wrap-anywhere text-ink-2">
              <bdi>{texts.statementBy(reference_name)}</bdi>
            </figcaption>
            <blockquote
              dir="auto"
              data-long-word={longWord(vouch.statement)}
              className="max-w-serif-line font-serif text-vouch wrap-anywhere italic bidi-plain"
            >
              {vouch.statement}
            </blockquote>
          </figure>
        )}
        <Details vouch={vouch} scope={scope} />
        <VouchFiles vouch={vouch} scope={scope} />
        {verified && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              aria-label={texts.proofOf(project_name)}
              onClick={() => provedVouch.set({ vouch })}
              className="print:hidden"
            >
              {texts.proof}
            </Button>
            <ContactEmail email={vouch.reference_email} />
          </div>
        )}
        <ResendLine vouch={vouch} scope={scope} />
      </article>
    </li>
  );
}

function aboutOf(
  { status, email, reference_email: to, sent_at, verified_at, expires_at }: Vouch,
  zone: string,
) {
  const { about } = texts;
  if (status === 'verified') return about.verified(mediumDay(verified_at ?? sent_at, zone));
  if (status === 'expired') return about.expired(to, mediumDay(expires_at, zone));
  if (status === 'pending')
    return email === null ? about.pending(to, mediumDay(sent_at, zone)) : about.unsent(to);
  return about[status](to);
}

/** The contribution, of which the beginning is always shown, the context, and who asked the reference about it. */
function Details({ vouch, scope }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const action = open ? texts.hideDetails : texts.showDetails;
  return (
    <>
      <div id={id} className="mt-3 max-w-line">
        {open && (
          <>
            <h4 className="text-meta font-semibold text-ink-2">{texts.context}</h4>
            <p
              dir="auto"
              data-long-word={longWord(vouch.project_context)}
              className="mb-2 text-ui wrap-anywhere whitespace-pre-wrap bidi-plain"
            >
              {vouch.project_context}
            </p>
            <h4 className="text-meta font-semibold text-ink-2">{texts.contribution}</h4>
          </>
        )}
        <p
          dir="auto"
          data-long-word={longWord(vouch.individual_contribution)}
          className={cx(
            'font-serif text-slip wrap-anywhere bidi-plain',
            open ? 'whitespace-pre-wrap' : 'line-clamp-3',
          )}
        >
          {vouch.individual_contribution}
        </p>
        {open && vouch.status === 'verified' && (
          <div className="mt-3">
            <VouchVisitors vouch={vouch} scope={scope} />
          </div>
        )}
      </div>
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        aria-label={texts.detailsOf(action, vouch.project_name)}
        className="-ms-3.5"
        onClick={() => setOpen(!open)}
      >
        {action}
      </Button>
    </>
  );
}

/** The address of the reference, which only the owner sees (R-F4), once the owner asks for it. */
function ContactEmail({ email }: { email: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? texts.hideEmail : texts.showEmail}
      </Button>
      {shown && (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-6 items-center text-button wrap-anywhere text-primary underline underline-offset-3"
        >
          <span className="sr-only">{texts.email}: </span>
          {email}
        </a>
      )}
    </div>
  );
}
