// The page of the button in the weekly email: one text box, without scripts. Nothing that was typed is lost: each page that
// does not save the text contains it.
import { maskedEmail } from '#platform/mail/address.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { buttonClass } from '#ui/button.tsx';
import { ShortPage } from '#ui/short-page.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { answerPath, limits } from '../../constants.ts';
import { answerTexts as texts } from '../../page-texts.ts';

type Asked = {
  /** The email's. */
  question: { address: string };
  token: string;
  /** What was typed. */
  text: string;
  /** Why it is not saved. */
  problem?: { status: number; text: string };
};

export function askPage({ question, token, text, problem }: Asked): StillPage {
  return {
    status: problem?.status ?? 200,
    title: texts.title,
    hasForm: true,
    main: (
      <ShortPage title={texts.title} text={texts.intro(maskedEmail(question.address))}>
        {problem && (
          <div id="problem" role="alert" className="mt-4 border-s-3 border-ochre bg-ochre-wash px-4 py-3">
            <p className="text-button text-ochre">{texts.notSaved}</p>
            <p className="mt-0.5 text-meta font-normal text-ink">{problem.text}</p>
          </div>
        )}
        <form method="post" action={answerPath} className="mt-5 grid gap-3">
          <input type="hidden" name="token" value={token} />
          <label htmlFor="text" className="text-button text-ink">
            {texts.field}
          </label>
          <TextArea
            id="text"
            name="text"
            rows={6}
            dir="auto"
            defaultValue={text}
            aria-describedby={problem ? 'problem hint' : 'hint'}
            aria-invalid={problem?.status === 400 ? true : undefined}
          />
          <p id="hint" className="text-meta font-normal text-ink-2">
            {texts.hint}
          </p>
          <div>
            <button type="submit" className={buttonClass('primary')}>
              {texts.save}
            </button>
          </div>
        </form>
      </ShortPage>
    ),
  };
}

export function savedPage(): StillPage {
  const { title, text, more, open } = texts.saved;
  return {
    status: 200,
    title,
    main: (
      <ShortPage title={title} text={text}>
        <p className="mt-5 flex flex-wrap gap-2">
          <a href="/" className={buttonClass('primary')}>
            {open}
          </a>
          <a href={answerPath} className={buttonClass('outline')}>
            {more}
          </a>
        </p>
      </ShortPage>
    ),
  };
}

/** The page of a link that does not work. `text`: what was typed. */
export function deadPage(text = ''): StillPage {
  const { title, text: why, kept, open } = texts.dead;
  return {
    status: 404,
    title,
    main: (
      <ShortPage title={title} text={why(limits.answerDays)}>
        {text !== '' && (
          <div className="mt-5 grid gap-1.5">
            <label htmlFor="text" className="text-button text-ink">
              {kept}
            </label>
            <TextArea id="text" rows={6} dir="auto" readOnly defaultValue={text} />
          </div>
        )}
        <p className="mt-5">
          <a href="/" className={buttonClass('outline')}>
            {open}
          </a>
        </p>
      </ShortPage>
    ),
  };
}
