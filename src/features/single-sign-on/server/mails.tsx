import type { Config } from '#platform/config/config.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import { mailTexts } from '../texts.ts';

type Parts = {
  to: string;
  userId: string;
  /** Its name. */
  provider: string;
  undoToken: string;
  config: Pick<Config, 'instanceName' | 'appUrl'>;
};

/** Tells the user that the provider opens their account, in case they did not connect it. */
export function connectedMail({ to, userId, provider, undoToken, config }: Parts): Mail {
  const { instanceName, appUrl } = config;
  return {
    kind: 'sign-in methods',
    to,
    about: userId,
    asked: true,
    subject: mailTexts.subject(provider, instanceName),
    heading: mailTexts.heading(provider),
    content: (
      <>
        <Paragraph>{mailTexts.body(provider, instanceName)}</Paragraph>
        <Paragraph>{mailTexts.undoable}</Paragraph>
        <Action href={`${appUrl}/auth?undo=${undoToken}`}>{mailTexts.undo}</Action>
      </>
    ),
    why: mailTexts.why,
  };
}
