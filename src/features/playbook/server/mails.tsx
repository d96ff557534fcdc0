import { Action, Paragraph, QuietAction, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { playbookPath } from '../contract.ts';
import { tips } from '../mail-texts.ts';
import { confirmationTexts, tipFrame } from '../tips-texts.ts';

/**
 * Asks the owner of an address to confirm a sign-up for the tips. Not a requested email in the sense of R-J3: anyone can
 * enter any address, so an unsubscribed one gets none.
 */
export function confirmationMail({
  to,
  link,
  instanceName,
}: {
  to: string;
  link: string;
  instanceName: string;
}): Mail {
  const copy = confirmationTexts;
  return {
    kind: 'tips-confirmation',
    to,
    subject: copy.subject,
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.body(tips.length)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
      </>
    ),
    why: copy.why(to, instanceName),
  };
}

type TipMail = {
  to: string;
  /** Of the tip, from 0. */
  index: number;
  stopLink: string;
  appUrl: string;
};

export function tipMail({ to, index, stopLink, appUrl }: TipMail): Mail {
  const { subject, heading, body, script, habit } = tips[index]!;
  return {
    kind: 'tips',
    to,
    subject,
    heading,
    content: (
      <>
        {body.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <Paragraph>{tipFrame.script}</Paragraph>
        <Quote>{script}</Quote>
        <Paragraph>
          {tipFrame.habit} {habit}
        </Paragraph>
        <Action href={`${appUrl}${playbookPath}`}>{tipFrame.playbook}</Action>
        <QuietAction href={stopLink}>{tipFrame.stop}</QuietAction>
      </>
    ),
    why: tipFrame.why(index + 1, tips.length),
  };
}
