import type { Config } from '#platform/config/config.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import { mailTexts } from '../texts.ts';

export type Change = keyof typeof mailTexts.changes;

type Parts = {
  id?: string;
  to: string;
  userId: string;
  change: Change;
  undoToken?: string | null;
  config: Pick<Config, 'instanceName' | 'appUrl' | 'passwords'>;
};

/** Tells the user of a change of how the account is opened. */
export function changedMail({
  id,
  to,
  userId,
  change,
  undoToken = null,
  config: { instanceName, appUrl, passwords },
}: Parts): Mail {
  const copy = mailTexts.changes[change];
  return {
    ...(id !== undefined && { id }),
    kind: 'sign-in methods',
    to,
    about: userId,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.body(instanceName, passwords)}</Paragraph>
        <Paragraph>{copy.notYou(passwords)}</Paragraph>
        {undoToken === null ? (
          <Action href={`${appUrl}/profile#sign-in`}>{mailTexts.action}</Action>
        ) : (
          <Action href={`${appUrl}/auth?undo=${undoToken}`}>{mailTexts.undo}</Action>
        )}
      </>
    ),
    why: mailTexts.why,
  };
}
