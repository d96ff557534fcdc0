import { isPlainName } from '#features/accounts/rules.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { withoutDirections } from '#platform/text/plain-text.ts';
import { mailTexts as copy } from '../texts.ts';

type Sender = { fullName: string; email: string; verified: boolean };
type ShoutoutMail = {
  /** The shoutout's id. */
  id: string;
  to: string;
  sender: Sender;
  message: string;
  excerpt: string | null;
  instanceName: string;
  appUrl: string;
  /** The token that proves the address to sign-up. */
  proof: string;
};

/**
 * Delivers a shoutout to an address with or without an account (R-D3). A name that is more than a name is replaced by
 * the sender's address, which is shown only if it is verified (R-A3).
 */
export function shoutoutMail(mail: ShoutoutMail): Mail {
  const { id, to, sender, message, excerpt, instanceName, appUrl, proof } = mail;
  const address = sender.verified ? sender.email : null;
  const name = isPlainName(sender.fullName) ? sender.fullName : address;
  const described = name !== null && address !== null && name !== address ? `${name} (${address})` : name;
  return {
    id,
    kind: 'shoutout',
    to,
    subject: copy.subject(name, instanceName),
    heading: copy.heading(name),
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
    why: copy.why(described, to),
    ...(name !== null && { fromName: name }),
    ...(address !== null && { replyTo: address }),
  };
}
