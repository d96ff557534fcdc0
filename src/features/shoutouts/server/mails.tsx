import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { withoutDirections } from '#platform/text/plain-text.ts';
import { mailTexts as copy } from '../texts.ts';

export const shoutoutMailKind = 'shoutout';

type ShoutoutMail = {
  id: string;
  to: string;
  sender: MailSender;
  message: string;
  excerpt: string | null;
  instanceName: string;
  appUrl: string;
  /** The token that proves the address to sign-up. */
  proof: string;
};

/** Delivers a shoutout to an address with or without an account (R-D3). */
export function shoutoutMail(mail: ShoutoutMail): Mail {
  const { id, to, sender, message, excerpt, instanceName, appUrl, proof } = mail;
  return {
    id,
    kind: shoutoutMailKind,
    to,
    subject: copy.subject(sender.name, instanceName),
    heading: copy.heading(sender.name),
    content: (
      <>
        <Quote>{withoutDirections(message)}</Quote>
        {excerpt !== null && <Paragraph>{copy.about}</Paragraph>}
        {excerpt !== null && <Quote>{withoutDirections(excerpt)}</Quote>}
        <Action href={`${appUrl}/?tab=appreciation`}>{copy.open}</Action>
        <Paragraph>{copy.newcomer(instanceName)}</Paragraph>
        <Action href={`${appUrl}/auth?mode=signup&proof=${proof}`}>{copy.signUp}</Action>
      </>
    ),
    why: copy.why(sender.described, to),
    ...sender.header,
  };
}
