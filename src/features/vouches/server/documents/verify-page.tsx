// The page on which a reference answers (R-F2): what is vouched for and the answer on one screen, without scripts. The
// buttons stay in view below a long description, and Confirm is the first one.
import type { ReactNode } from 'react';
import { formatBytes } from '#platform/reader/byte-size.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { language, list } from '#platform/text/language.ts';
import { buttonClass } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { longWord } from '#ui/long-word.ts';
import { Seal } from '#ui/seal.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { ShownVouch } from '../../contract.ts';
import { linkAdvice, linkErrors, verifyTexts as texts } from '../../verify-texts.ts';

/** What the reference typed. */
export type Typed = { position: string; statement: string };
/** The fields of the form, as they are sent. */
export type SentAnswer = Typed & {
  token: string;
  content_hash: string;
  answer: string;
  names_domain?: 'on';
};

/** Why an answer was not accepted: a field is invalid, or the vouch has changed since it was opened. */
export type AnswerProblem = { field: keyof Typed; text: string } | 'changed';
type Asked = { vouch: ShownVouch; token: string; sent?: Sent | undefined };
/** An answer that leaves the form open, with what was typed: it was refused, or declined. */
export type Sent = { typed: Typed; namesDomain: boolean; problem?: AnswerProblem | undefined };

/** The page of a vouch that can be answered. */
export function askPage(asked: Asked): StillPage {
  const problem = asked.sent?.problem;
  const refused = problem === 'changed' ? 409 : 400;
  const title = texts.ask.title(asked.vouch.owner);
  return { status: problem ? refused : 200, title, hasForm: true, main: <Ask {...asked} title={title} /> };
}

/** The page of a verified vouch. */
export function verifiedPage(vouch: ShownVouch): StillPage {
  return { status: 200, title: texts.verified.title, main: <Verified vouch={vouch} /> };
}

/** The page of a link that does not work. `error`: why, as the reference sees it. */
export function failedPage(error: string): StillPage {
  const names = Object.keys(linkErrors) as (keyof typeof linkErrors)[];
  const known = names.find((name) => linkErrors[name] === error);
  return deadPage(error, (known && linkAdvice[known]) ?? texts.failed.detail);
}

/** The page of a link whose token the browser did not store, or stored too long ago. */
export function forgottenPage(): StillPage {
  return deadPage(texts.forgotten.error, texts.forgotten.detail);
}

function deadPage(error: string, detail: string): StillPage {
  const { title, home } = texts.failed;
  const action = (
    <a href="/" className={buttonClass('outline')}>
      {home}
    </a>
  );
  return { status: 404, title, main: <Failed error={error} detail={detail} action={action} /> };
}

/** The page while the database is unreachable. `href`: this page again. `sent`: the answer, to send it again. */
export function unavailablePage(href: string, sent: SentAnswer | undefined): StillPage {
  const { title, text, readDetail, answerDetail, retry } = texts.failed;
  const action = sent ? (
    <form method="post" action={href}>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttonClass('primary')}>
        {retry}
      </button>
    </form>
  ) : (
    <a href={href} className={buttonClass('primary')}>
      {retry}
    </a>
  );
  const main = <Failed error={text} detail={sent ? answerDetail : readDetail} action={action} />;
  return { status: 503, title, hasForm: true, main };
}

function Failed({ error, detail, action }: { error: string; detail: string; action: ReactNode }) {
  return (
    <EmptyState as="h1" title={texts.failed.title} action={action}>
      <strong className="block font-semibold text-ink">{error}</strong>
      {detail}
    </EmptyState>
  );
}

function Ask({ vouch, token, sent, title }: Asked & { title: string }) {
  const { owner, reference_name: name, status, expires_at, content_hash } = vouch;
  const declined = status === 'declined';
  const { typed, problem } = sent ?? {};
  return (
    <>
      {/* Around the whole page, so that the buttons at its end stick to the bottom of the window from the start. */}
      <form method="post">
        {/* The default button of the form: Enter in a field presses it, so that it does not answer. */}
        <input type="submit" disabled hidden />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="content_hash" value={content_hash} />
        <h1 className="text-title-phone wrap-anywhere md:text-title">
          <bdi>{title}</bdi>
        </h1>
        {declined ? (
          <Notice title={texts.declined.title} text={texts.declined.text(owner)} />
        ) : (
          <p className="mt-2 text-ui wrap-anywhere text-ink-2">{texts.ask.intro(owner, name)}</p>
        )}
        {problem === 'changed' && <Notice {...texts.changed} />}
        {typeof problem === 'object' && (
          <Notice title={texts.notSaved} text={problem.text}>
            <a href={`#${problem.field}`} className="text-button text-ink underline underline-offset-3">
              {texts.goTo[problem.field]}
            </a>
          </Notice>
        )}
        <Description vouch={vouch} />
        <div className="mt-5 mb-4 grid gap-4">
          <Labeled name="position" label={texts.position} hint={texts.positionHint} problem={problem}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="organization-title"
                defaultValue={typed?.position ?? vouch.reference_position}
              />
            )}
          </Labeled>
          <Labeled name="statement" label={texts.statement} hint={texts.statementHint} problem={problem}>
            {(control) => <TextArea {...control} rows={2} defaultValue={typed?.statement ?? ''} />}
          </Labeled>
          <Checkbox
            name="names_domain"
            defaultChecked={sent?.namesDomain ?? false}
            label={<span className="wrap-anywhere">{texts.domain(vouch.mailbox_domain)}</span>}
          />
        </div>
        <div className="sticky bottom-0 -mx-side grid gap-3 border-t border-rule bg-paper px-side pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:flex md:items-center md:gap-6">
          <div className="flex gap-2 md:order-last md:ms-auto">
            <Submit answer="confirm">{texts.confirm}</Submit>
            {!declined && <Submit answer="decline">{texts.decline}</Submit>}
          </div>
          <p className="text-meta font-normal wrap-anywhere text-ink-2">{texts.public(owner)}</p>
        </div>
      </form>
      <p className="mt-3 text-meta font-normal text-ink-3">{texts.ends(dayOf(expires_at))}</p>
    </>
  );
}

function Submit({ answer, children }: { answer: 'confirm' | 'decline'; children: ReactNode }) {
  const look = buttonClass(answer === 'confirm' ? 'primary' : 'outline');
  return (
    <button type="submit" name="answer" value={answer} className={cx(look, 'max-md:grow')}>
      {children}
    </button>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="mt-4 border-s-3 border-ochre bg-ochre-wash px-4 py-3">
      <p className="text-button text-ochre">{title}</p>
      <p className="mt-0.5 text-meta font-normal wrap-anywhere text-ink">{text}</p>
      {children}
    </div>
  );
}

type Control = {
  id: string;
  name: string;
  className: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
};
type LabeledProps = {
  name: keyof Typed;
  label: string;
  hint: string;
  problem: AnswerProblem | undefined;
  children: (control: Control) => ReactNode;
};

function Labeled({ name, label, hint, problem, children }: LabeledProps) {
  const error = typeof problem === 'object' && problem.field === name ? problem.text : undefined;
  const note = `${name}-note`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-button text-ink">
        {label}
      </label>
      {error && (
        <p id={note} className="text-meta text-danger">
          {error}
        </p>
      )}
      {children({
        id: name,
        name,
        // Room for the buttons at the bottom.
        className: 'scroll-mt-24 scroll-mb-48',
        'aria-describedby': note,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {!error && (
        <p id={note} className="text-meta font-normal text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

function Verified({ vouch }: { vouch: ShownVouch }) {
  const { owner, reference_name, reference_position, reference_department, statement, verified_at } = vouch;
  return (
    <>
      <Seal size={44} className="mb-3 text-primary" />
      <h1 className="text-title-phone md:text-title">{texts.verified.title}</h1>
      <p className="mt-2 text-ui wrap-anywhere text-ink-2">{texts.verified.text(owner)}</p>
      <Description vouch={vouch} isVerified>
        {statement !== null && (
          <p
            dir="auto"
            data-long-word={longWord(statement)}
            className="mt-4 font-serif text-vouch wrap-anywhere italic bidi-plain"
          >
            {statement}
          </p>
        )}
        <p className="mt-4 text-meta font-semibold text-ink-2">{texts.verified.by}</p>
        <p className="text-ui font-semibold wrap-anywhere">
          <bdi>{reference_name}</bdi>
        </p>
        <p className="text-meta font-normal wrap-anywhere text-ink-2">
          <bdi>{list([reference_position, reference_department ?? ''].filter(Boolean), 'unit')}</bdi>
        </p>
        {verified_at !== null && (
          <p className="mt-3 text-meta text-primary">{texts.verified.on(dayOf(verified_at))}</p>
        )}
      </Description>
    </>
  );
}

type DescriptionProps = { vouch: ShownVouch; isVerified?: boolean; children?: ReactNode };

/** What is vouched for. */
function Description({ vouch, isVerified = false, children }: DescriptionProps) {
  const { owner, project_name, project_context, individual_contribution, files } = vouch;
  return (
    <section
      aria-labelledby="project"
      className={cx(
        'mt-5 rounded-sheet border border-rule bg-sheet px-4 py-4 md:px-6 md:py-5',
        isVerified && 'border-b-3 border-double border-b-primary',
      )}
    >
      <h2 id="project" className="text-month wrap-anywhere">
        <bdi>{project_name}</bdi>
      </h2>
      <Part label={texts.context}>{project_context}</Part>
      <Part label={texts.contribution(owner)}>{individual_contribution}</Part>
      {files.length > 0 && (
        <>
          <h3 className="mt-3 text-meta font-semibold text-ink-2">{texts.files}</h3>
          <ul>
            {files.map((file, index) => (
              <File key={index} {...file} />
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  );
}

function Part({ label, children }: { label: string; children: string }) {
  return (
    <>
      <h3 className="mt-3 text-meta font-semibold wrap-anywhere text-ink-2">
        <bdi>{label}</bdi>
      </h3>
      <p
        dir="auto"
        data-long-word={longWord(children)}
        className="max-w-serif-line font-serif text-slip wrap-anywhere whitespace-pre-wrap bidi-plain"
      >
        {children}
      </p>
    </>
  );
}

function File({ file_name, file_size, url }: ShownVouch['files'][number]) {
  return (
    <li className="flex min-h-control items-center gap-3 border-b border-rule last:border-b-0">
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="min-w-0 grow text-button font-medium wrap-anywhere text-primary underline underline-offset-3"
      >
        <bdi>{file_name}</bdi> <span className="sr-only">{texts.opensTab}</span>
      </a>
      <span className="shrink-0 text-meta text-ink-3">{formatBytes(file_size)}</span>
    </li>
  );
}

// The reader's time zone and locale are not known.
const dayFormat = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (at: string) => dayFormat.format(new Date(at));
