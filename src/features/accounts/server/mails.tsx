import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { mailTexts } from '../texts.ts';

type Recipient = { to: string; instanceName: string; link: string };
/** `name`: null for one that must not be repeated to a possible stranger. */
type NamedRecipient = Recipient & { name: string | null };

/** Asks the user to verify the primary address (R-A3). */
export function verificationMail({ name, ...recipient }: NamedRecipient): Mail {
  return linkMail('verification', mailTexts.verification, recipient, mailTexts.verification.greeting(name));
}

/** Asks the user to verify an extra address (R-A9). It names no user, because the address may be a stranger's. */
export function extraAddressMail(recipient: Recipient): Mail {
  return linkMail('verification', mailTexts.extraAddress, recipient);
}

/** The password reset link (R-A11). */
export function recoveryMail({ name, ...recipient }: NamedRecipient): Mail {
  return linkMail('recovery', mailTexts.recovery, recipient, mailTexts.recovery.greeting(name));
}

/** Notifies the owner of an address of what was removed from the account that someone may have made for it (R-A4). */
export function takenOverMail({ to, instanceName, link }: Recipient): Mail {
  const copy = mailTexts.takenOver;
  return {
    kind: 'taken over',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.body}</Paragraph>
        <Paragraph>{copy.removed}</Paragraph>
        <Paragraph>{copy.kept}</Paragraph>
        <Action href={link}>{copy.action}</Action>
      </>
    ),
    why: copy.why,
  };
}

type LinkCopy = {
  subject: (instanceName: string) => string;
  heading: string;
  body: (instanceName: string) => string;
  action: string;
  ends: string;
  notYou: string;
  why: string;
};

/** An email with a link that expires. The user requested it, so an unsubscribe does not stop it. */
function linkMail(
  kind: string,
  copy: LinkCopy,
  { to, instanceName, link }: Recipient,
  greeting?: string,
): Mail {
  return {
    kind,
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        {greeting && <Paragraph>{greeting}</Paragraph>}
        <Paragraph>{copy.body(instanceName)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.ends}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why,
  };
}

/**
 * Notifies the former primary address, with a link to undo the change (R-A9). `now` is the new address, masked. `passwords`:
 * whether they open accounts here.
 */
export function primaryChangedMail({
  to,
  name,
  instanceName,
  link,
  now,
  passwords,
}: NamedRecipient & { now: string; passwords: boolean }): Mail {
  const copy = mailTexts.primaryChanged;
  return {
    kind: 'primary changed',
    to,
    asked: true,
    subject: copy.subject(instanceName),
    heading: copy.heading,
    content: (
      <>
        <Paragraph>{copy.greeting(name)}</Paragraph>
        <Paragraph>{copy.body(instanceName, now)}</Paragraph>
        <Paragraph>{copy.notYou(passwords)}</Paragraph>
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
