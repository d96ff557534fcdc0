import { isPlainName } from '#features/accounts/rules.ts';
import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { limits } from '../contract.ts';
import type { VouchRequest } from '../rules.ts';
import { mailTexts as copy } from '../texts.ts';

type VouchMail = {
  /** Of the email. */
  id: string;
  vouch: VouchRequest;
  sender: MailSender;
  link: string;
};

/** Asks a reference to vouch. The name of the reference appears only if it is a plain name: the sender chose it. */
export function vouchMail({ id, vouch, sender, link }: VouchMail): Mail {
  const to = vouch.reference_email;
  const { name, described } = sender;
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
    ...sender.header,
  };
}
