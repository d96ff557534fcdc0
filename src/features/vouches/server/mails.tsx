import { isPlainName } from '#features/accounts/rules.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { limits } from '../contract.ts';
import type { VouchRequest } from '../rules.ts';
import { mailTexts as copy } from '../texts.ts';

type VouchMail = {
  /** Of the email. */
  id: string;
  vouch: VouchRequest;
  sender: { fullName: string; email: string; verified: boolean };
  link: string;
};

/**
 * Asks a reference to vouch. A name that is more than a name is replaced by the sender's address, which is shown only if
 * it is verified (R-A3). The name of the reference appears only if it is a plain name, because the sender chose it.
 */
export function vouchMail({ id, vouch, sender, link }: VouchMail): Mail {
  const to = vouch.reference_email;
  const address = sender.verified ? sender.email : null;
  const name = isPlainName(sender.fullName) ? sender.fullName : address;
  const described = name !== null && address !== null && name !== address ? `${name} (${address})` : name;
  return {
    id,
    kind: 'vouch',
    to,
    subject: copy.subject(name),
    heading: copy.heading(name),
    content: (
      <>
        {isPlainName(vouch.reference_name) && <Paragraph>{copy.greeting(vouch.reference_name)}</Paragraph>}
        <Paragraph>{copy.body(name)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.project}</Paragraph>
        <Quote>{vouch.project_name}</Quote>
        <Paragraph>{copy.context}</Paragraph>
        <Quote>{vouch.project_context}</Quote>
        <Paragraph>{copy.contribution}</Paragraph>
        <Quote>{vouch.individual_contribution}</Quote>
        <Paragraph>{copy.ends(limits.linkDays)}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why(described, to),
    ...(name !== null && { fromName: name }),
    ...(address !== null && { replyTo: address }),
  };
}
