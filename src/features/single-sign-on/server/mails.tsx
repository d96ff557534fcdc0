import type { Config } from '#platform/config/config.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import { mailTexts } from '../texts.ts';

type Parts = {
  to: string;
  userId: string;
  /** Its name. */
  provider: string;
  config: Pick<Config, 'instanceName' | 'appUrl' | 'passwords'>;
};

const about = ({ to, userId }: Parts) =>
  ({ kind: 'sign-in methods', to, about: userId, asked: true, why: mailTexts.why }) as const;

/** Tells the user that the provider opens their account, in case they did not connect it. */
export function connectedMail({ undoToken, ...parts }: Parts & { undoToken: string }): Mail {
  const { provider, config } = parts;
  const { instanceName, appUrl, passwords } = config;
  return {
    ...about(parts),
    subject: mailTexts.subject(provider, instanceName),
    heading: mailTexts.heading(provider),
    content: (
      <>
        <Paragraph>{mailTexts.body(provider, instanceName)}</Paragraph>
        <Paragraph>{mailTexts.notYou(passwords)}</Paragraph>
        <Action href={`${appUrl}/auth?undo=${undoToken}`}>{mailTexts.undo}</Action>
      </>
    ),
  };
}

/** Tells the user that the provider no longer opens their account, in case they did not disconnect it. */
export function disconnectedMail(parts: Parts): Mail {
  const { provider, config } = parts;
  const copy = mailTexts.disconnected;
  return {
    ...about(parts),
    subject: copy.subject(provider, config.instanceName),
    heading: copy.heading(provider),
    content: (
      <>
        <Paragraph>{copy.body(provider, config.instanceName)}</Paragraph>
        <Paragraph>{copy.notYou(config.passwords)}</Paragraph>
        <Action href={`${config.appUrl}/profile#sign-in`}>{copy.action}</Action>
      </>
    ),
  };
}
