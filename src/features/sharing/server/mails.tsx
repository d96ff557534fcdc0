import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import { limits } from '#features/snapshot/constants.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import { withoutDirections } from '#platform/text/plain-text.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { managerMailTexts as copy } from '../mail-texts.ts';
import { snapshotOf } from '../rules.ts';

export const managerMailKind = 'manager-snapshot';

type SnapshotMail = {
  id: string;
  to: string;
  sender: MailSender;
  entry: Pick<CheckIn, 'content' | 'emoji'>;
  /** Of the snapshot page. */
  link: string;
  instanceName: string;
};

/** Delivers an entry to the manager that it is shared with (R-B6). */
export function managerSnapshotMail({ id, to, sender, entry, link, instanceName }: SnapshotMail): Mail {
  const { text, isShortened } = snapshotOf(withoutDirections(entry.content));
  return {
    id,
    kind: managerMailKind,
    to,
    subject: copy.subject(sender.name, instanceName),
    heading: copy.heading(sender.name),
    content: (
      <>
        <Quote>{entry.emoji === null ? text : `${entry.emoji} ${text}`}</Quote>
        {isShortened && <Paragraph>{copy.shortened}</Paragraph>}
        <Action href={link}>{copy.open}</Action>
        <Paragraph>{copy.about(instanceName, limits.linkDays)}</Paragraph>
      </>
    ),
    why: copy.why(sender.described, to),
    ...sender.header,
  };
}
