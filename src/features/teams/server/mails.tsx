import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import type { InvitationType } from '../contract.ts';
import { mailTexts as copy } from '../texts.ts';

export const invitationMailKind = 'team-invitation';

type InvitationMail = {
  /** Of the email. */
  id: string;
  type: InvitationType;
  to: string;
  sender: MailSender;
  link: string;
  instanceName: string;
};

/**
 * Invites an address to a team, or as a manager. The only text from the sender is a plain name, next to the verified
 * address. The email has no reply address: a reply that quotes it would give the sender the link, which proves the
 * invited address (R-A3).
 */
export function invitationMail({ id, type, to, sender, link, instanceName }: InvitationMail): Mail {
  const { name, described } = sender;
  const { fromName } = sender.header;
  const texts = copy[type];
  return {
    id,
    kind: invitationMailKind,
    to,
    subject: texts.subject(name),
    heading: texts.heading(name),
    content: (
      <>
        <Paragraph>{texts.body(instanceName)}</Paragraph>
        <Paragraph>{texts.visible}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
      </>
    ),
    why: copy.why(described, to),
    ...(fromName !== undefined && { fromName }),
  };
}
