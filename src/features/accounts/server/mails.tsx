import { Action, Paragraph } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { mailTexts } from '../texts.ts';

const words = mailTexts.verification;

type Verification = { to: string; fullName: string; instanceName: string; link: string };

/** Asks for the proof of an address (R-A3). The recipient's own doing, so it comes even after a stop. */
export function verificationMail({ to, fullName, instanceName, link }: Verification): Mail {
  return {
    kind: 'verification',
    to,
    asked: true,
    subject: words.subject(instanceName),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.greeting(fullName)}</Paragraph>
        <Paragraph>{words.body(instanceName)}</Paragraph>
        <Action href={link}>{words.action}</Action>
        <Paragraph>{words.ends}</Paragraph>
        <Paragraph>{words.notYou}</Paragraph>
      </>
    ),
    why: words.why,
  };
}
