import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { isPlainName } from '../rules.ts';
import { mailTexts } from '../texts.ts';

type Recipient = { to: string; instanceName: string; link: string };
type NamedRecipient = Recipient & { fullName: string };

/** Asks the user to verify the primary address (R-A3). The user requested it, so an unsubscribe does not stop it. */
export function verificationMail({ to, fullName, instanceName, link }: NamedRecipient): Mail {
  const copy = mailTexts.verification;
  return {
    kind: 'verification',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.greeting(isPlainName(fullName) ? fullName : null)}</Paragraph>
        <Paragraph>{copy.body(instanceName)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why,
  };
}

/** Asks the user to verify an extra address (R-A9). It names no user, because the address may be a stranger's. */
export function extraAddressMail({ to, instanceName, link }: Recipient): Mail {
  const copy = mailTexts.extraAddress;
  return {
    kind: 'verification',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.body(instanceName)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why,
  };
}

/** The password reset link (R-A11). */
export function recoveryMail({ to, fullName, instanceName, link }: NamedRecipient): Mail {
  const copy = mailTexts.recovery;
  return {
    kind: 'recovery',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.greeting(isPlainName(fullName) ? fullName : null)}</Paragraph>
        <Paragraph>{copy.body(instanceName)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why,
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
  const copy = mailTexts.primaryChanged;
  return {
    kind: 'primary changed',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.greeting(fullName)}</Paragraph>
        <Paragraph>{copy.body(instanceName, now)}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
        <Action href={link}>{copy.action}</Action>
      </>
    ),
    why: copy.why,
  };
}

type Feedback = { to: string; name: string; email: string; replyTo: string | undefined; message: string };

/** Sends feedback to the operator, who opted in through a setting (R-K8). */
export function feedbackMail({ to, name, email, replyTo, message }: Feedback): Mail {
  const copy = mailTexts.feedback;
  return {
    kind: 'feedback',
    to,
    asked: true,
    subject: copy.subject(name),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.from(name, email)}</Paragraph>
        <Quote>{message}</Quote>
      </>
    ),
    why: copy.why,
    ...(replyTo !== undefined && { replyTo }),
  };
}
