import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { isPlainName } from '../rules.ts';
import { mailTexts } from '../texts.ts';

type Recipient = { to: string; instanceName: string; link: string };
type NamedRecipient = Recipient & { fullName: string };

/** Asks the user to verify the primary address (R-A3). The user requested it, so an unsubscribe does not stop it. */
export function verificationMail({ to, fullName, instanceName, link }: NamedRecipient): Mail {
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

/** Asks the user to verify an extra address (R-A9). It names no user, because the address may be a stranger's. */
export function extraAddressMail({ to, instanceName, link }: Recipient): Mail {
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

/** The password reset link (R-A11). */
export function recoveryMail({ to, fullName, instanceName, link }: NamedRecipient): Mail {
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

/** Notifies the former primary address, with a link to undo the change (R-A9). `now` is the new address, masked. */
export function primaryChangedMail({
  to,
  fullName,
  instanceName,
  link,
  now,
}: NamedRecipient & { now: string }): Mail {
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

/** Sends feedback to the operator, who opted in through a setting (R-K8). */
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
