import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import type { RefusalReason } from '../constants.ts';
import { refusalMail as copy } from '../texts.ts';

type Parts = {
  id: string;
  userId: string;
  to: string;
  reason: RefusalReason;
  instanceName: string;
  appUrl: string;
};

/** Tells the owner why a message to the private address was refused (R-N3). It repeats nothing of the message. */
export function refusedMail({ id, userId, to, reason, instanceName, appUrl }: Parts): Mail {
  return {
    ...{
      id,
      kind: 'refused email',
      to,
      about: userId,
      subject: copy.subject(instanceName),
      heading: copy.heading,
    },
    content: (
      <>
        <Paragraph>{copy.arrived}</Paragraph>
        <Paragraph>{copy.reasons[reason]}</Paragraph>
        <Paragraph>{copy.unknown}</Paragraph>
        <Action href={`${appUrl}/profile#capture`}>{copy.action}</Action>
      </>
    ),
    why: copy.why,
  };
}
