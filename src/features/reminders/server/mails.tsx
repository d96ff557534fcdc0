import { addEntryPath } from '#features/check-ins/path-constants.ts';
import { Action, Paragraph, QuietAction, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { limits } from '../constants.ts';
import { nudgeTexts, questionTexts as texts, replyMarker } from '../mail-texts.ts';
import { lineOf } from '../rules.ts';

export type LoggedLine = { content: string; emoji: string | null; created_at: string };

type Asked = {
  id: string;
  kind: string;
  /** The user. */
  about: string;
  to: string;
  /** `stop`: the page that pauses or stops these emails. */
  links: { answer: string; stop: string };
  /** Where replies go; null if the instance receives no mail for the user. */
  replyTo: string | null;
  /** The texts of the first open goals, and whether there are more. */
  goals: readonly string[];
  hasMoreGoals: boolean;
  /** Newest first. */
  entries: readonly LoggedLine[];
  locale: string;
  timeZone: string;
};

/** The weekly email. */
export function questionMail(asked: Asked): Mail & { id: string } {
  const { id, kind, about, to, links, replyTo, goals, entries, locale, timeZone } = asked;
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone });
  const goalLines = [...goals.map(lineOf), ...(asked.hasMoreGoals ? [texts.moreGoals] : [])];
  const entryLines = entries.map(({ content, emoji, created_at }) =>
    [day.format(new Date(created_at)), ...(emoji === null ? [] : [emoji]), lineOf(content)].join('  '),
  );
  return {
    ...{ id, kind, about },
    to,
    subject: texts.subject,
    heading: texts.subject,
    ...(replyTo !== null && { replyTo, marker: replyMarker }),
    stopUrl: links.stop,
    content: (
      <>
        <Paragraph>{replyTo === null ? texts.write : texts.reply}</Paragraph>
        <Action href={links.answer}>{texts.action}</Action>
        {goalLines.length > 0 && <Paragraph>{texts.goals}</Paragraph>}
        {goalLines.length > 0 && <Quote>{goalLines.join('\n')}</Quote>}
        {entryLines.length > 0 && <Paragraph>{texts.entries}</Paragraph>}
        {entryLines.length > 0 && <Quote>{entryLines.join('\n')}</Quote>}
        <Paragraph>{texts.link(limits.answerDays)}</Paragraph>
        <QuietAction href={links.stop}>{texts.stop}</QuietAction>
      </>
    ),
    why: texts.why,
  };
}

type Reminded = Pick<Asked, 'id' | 'kind' | 'about' | 'to'> & { stop: string; appUrl: string };

/** A short reminder. */
export function nudgeMail({ id, kind, about, to, stop, appUrl }: Reminded): Mail & { id: string } {
  return {
    ...{ id, kind, about },
    to,
    subject: nudgeTexts.subject,
    heading: nudgeTexts.subject,
    stopUrl: stop,
    content: (
      <>
        <Paragraph>{nudgeTexts.text}</Paragraph>
        <Action href={`${appUrl}${addEntryPath}`}>{nudgeTexts.action}</Action>
        <QuietAction href={stop}>{nudgeTexts.stop}</QuietAction>
      </>
    ),
    why: nudgeTexts.why,
  };
}
