import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { isPlainName } from '../rules.ts';
import { mailTexts } from '../texts.ts';

type About = { to: string; instanceName: string; link: string };
type Greeted = About & { fullName: string };

/** Asks for the proof of the primary address (R-A3). The recipient's own doing, so it comes even after a stop. */
export function verificationMail({ to, fullName, instanceName, link }: Greeted): Mail {
  const words = mailTexts.verification;
  return {
    kind: 'verification',
    to,
    asked: true,
    subject: words.subject(instanceName),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.greeting(isPlainName(fullName) ? fullName : null)}</Paragraph>
        <Paragraph>{words.body(instanceName)}</Paragraph>
        <Action href={link}>{words.action}</Action>
        <Paragraph>{words.ends}</Paragraph>
        <Paragraph>{words.notYou}</Paragraph>
      </>
    ),
    why: words.why,
  };
}

/** Asks for the proof of an extra address (R-A9). It names nobody: the address may be a stranger's. */
export function extraAddressMail({ to, instanceName, link }: About): Mail {
  const words = mailTexts.extraAddress;
  return {
    kind: 'verification',
    to,
    asked: true,
    subject: words.subject(instanceName),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.body(instanceName)}</Paragraph>
        <Action href={link}>{words.action}</Action>
        <Paragraph>{words.ends}</Paragraph>
        <Paragraph>{words.notYou}</Paragraph>
      </>
    ),
    why: words.why,
  };
}

/** The way to a new password (R-A11). */
export function recoveryMail({ to, fullName, instanceName, link }: Greeted): Mail {
  const words = mailTexts.recovery;
  return {
    kind: 'recovery',
    to,
    asked: true,
    subject: words.subject(instanceName),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.greeting(isPlainName(fullName) ? fullName : null)}</Paragraph>
        <Paragraph>{words.body(instanceName)}</Paragraph>
        <Action href={link}>{words.action}</Action>
        <Paragraph>{words.ends}</Paragraph>
        <Paragraph>{words.notYou}</Paragraph>
      </>
    ),
    why: words.why,
  };
}

/** Tells the address that was the primary one, with a way back (R-A9). `now` is the new one, masked. */
export function primaryChangedMail({
  to,
  fullName,
  instanceName,
  link,
  now,
}: Greeted & { now: string }): Mail {
  const words = mailTexts.primaryChanged;
  return {
    kind: 'primary changed',
    to,
    asked: true,
    subject: words.subject(instanceName),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.greeting(fullName)}</Paragraph>
        <Paragraph>{words.body(instanceName, now)}</Paragraph>
        <Paragraph>{words.notYou}</Paragraph>
        <Action href={link}>{words.action}</Action>
      </>
    ),
    why: words.why,
  };
}

type Feedback = { to: string; name: string; email: string; replyTo: string | undefined; message: string };

/** Hands feedback to the operator, who asked for it by a setting (R-K8). */
export function feedbackMail({ to, name, email, replyTo, message }: Feedback): Mail {
  const words = mailTexts.feedback;
  return {
    kind: 'feedback',
    to,
    asked: true,
    subject: words.subject(name),
    heading: words.heading,
    content: (
      <>
        <Paragraph>{words.from(name, email)}</Paragraph>
        <Quote>{message}</Quote>
      </>
    ),
    why: words.why,
    ...(replyTo !== undefined && { replyTo }),
  };
}
