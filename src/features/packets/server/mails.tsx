import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import { language } from '#platform/text/language.ts';
import { withoutDirections } from '#platform/text/plain-text.ts';
import type { Period } from '../contract.ts';
import { mailTexts as copy } from '../texts.ts';

export const packetMailKind = 'packet';

type PacketMail = {
  to: string;
  sender: MailSender;
  title: string;
  period: Period;
  url: string;
  expiresAt: string;
};

const longDay = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (at: string) => longDay.format(new Date(at));

/** The link to a packet, for a reader with or without an account. */
export function packetMail({ to, sender, title, period, url, expiresAt }: PacketMail): Mail {
  const plainTitle = withoutDirections(title);
  return {
    kind: packetMailKind,
    to,
    subject: copy.subject(sender.name, plainTitle),
    heading: copy.heading(sender.name),
    content: (
      <>
        <Quote>{plainTitle}</Quote>
        <Paragraph>{copy.about(dayOf(period.from), dayOf(period.to))}</Paragraph>
        <Action href={url}>{copy.open}</Action>
        <Paragraph>{copy.ends(dayOf(expiresAt))}</Paragraph>
      </>
    ),
    why: copy.why(sender.described, to),
    ...sender.header,
  };
}
