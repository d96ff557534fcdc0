import { isPlainName } from '#features/accounts/name-rules.ts';
import type { MailSender } from '#features/accounts/server/operations/mail-sender.ts';
import { Action, Paragraph, Quote } from '#platform/mail/pieces.tsx';
import type { Mail } from '#platform/mail/mailer.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { limits } from '../constants.ts';
import type { VouchRequest } from '../rules.ts';
import { requestMailTexts } from '../request-texts.ts';
import { answerMailTexts, mailTexts as copy } from '../texts.ts';
import type { RequestToMail } from './request-store.ts';
import type { AnsweredVouch } from './store.ts';

type VouchMail = {
  /** Of the email. */
  id: string;
  vouch: VouchRequest;
  sender: MailSender;
  link: string;
};

export const vouchMailKind = 'vouch';

/**
 * Asks a reference to vouch. The name of the reference appears only if it is a plain name: the sender chose it. The
 * email has no reply address: a reply that quotes it would give the owner the link (R-F1).
 */
export function vouchMail({ id, vouch, sender, link }: VouchMail): Mail {
  const to = vouch.reference_email;
  const { name, described } = sender;
  const { fromName } = sender.header;
  return {
    id,
    kind: vouchMailKind,
    to,
    subject: copy.subject(name),
    heading: copy.heading(name),
    content: (
      <>
        {isPlainName(vouch.reference_name) && <Paragraph>{copy.greeting(vouch.reference_name)}</Paragraph>}
        <Paragraph>{copy.body(name)}</Paragraph>
        <Action href={link}>{copy.action}</Action>
        <Paragraph>{copy.project}</Paragraph>
        <Quote>{vouch.project_name}</Quote>
        <Paragraph>{copy.context}</Paragraph>
        <Quote>{vouch.project_context}</Quote>
        <Paragraph>{copy.contribution}</Paragraph>
        <Quote>{vouch.individual_contribution}</Quote>
        <Paragraph>{copy.ends(limits.linkDays)}</Paragraph>
        <Paragraph>{copy.notYou}</Paragraph>
      </>
    ),
    why: copy.why(described, to),
    ...(fromName !== undefined && { fromName }),
  };
}

/** Tells the owner how the reference answered. */
export function vouchAnswerMail(vouch: AnsweredVouch, appUrl: string): Mail {
  const { reference_name: reference, project_name: project, statement, email } = vouch;
  const texts = answerMailTexts[vouch.status];
  return {
    kind: 'vouch-answer',
    to: email,
    about: vouch.user_id,
    subject: texts.subject,
    heading: texts.subject,
    content: (
      <>
        <Paragraph>{texts.body(reference)}</Paragraph>
        <Quote>{project}</Quote>
        {statement !== null && <Paragraph>{answerMailTexts.statement}</Paragraph>}
        {statement !== null && <Quote>{statement}</Quote>}
        <Paragraph>{texts.next}</Paragraph>
        <Action href={appUrl}>{answerMailTexts.action}</Action>
      </>
    ),
    why: answerMailTexts.why(reference),
  };
}

export const requestMailKind = 'verification-request';

/**
 * Forwards a visitor's request to the reference (R-F4). Replies go to the address that the visitor entered, and the email
 * says that it is not checked. The names that the visitor and the owner entered appear only if they are plain, and the
 * message only as a quote. The owner is named as on the public page, which only a verified user has. `id`: of the
 * request, and so of its email.
 */
export function verificationRequestMail(id: string, request: RequestToMail, instanceName: string): Mail {
  const { reference_name: reference, requester_name, requester_email, project_name: project } = request;
  const texts = requestMailTexts;
  const owner = isBlank(request.full_name) ? null : request.full_name;
  const visitor = isPlainName(requester_name) ? `${requester_name} (${requester_email})` : requester_email;
  return {
    id,
    kind: requestMailKind,
    to: request.reference_email,
    about: request.user_id,
    subject: texts.subject(owner),
    heading: texts.heading,
    content: (
      <>
        {isPlainName(reference) && <Paragraph>{texts.greeting(reference)}</Paragraph>}
        <Paragraph>{texts.body(visitor, owner)}</Paragraph>
        <Quote>{project}</Quote>
        <Paragraph>{texts.message}</Paragraph>
        <Quote>{request.message}</Quote>
        <Paragraph>{texts.reply(requester_email, instanceName)}</Paragraph>
        <Paragraph>{texts.ignore}</Paragraph>
      </>
    ),
    why: texts.why(owner, request.reference_email),
    replyTo: requester_email,
  };
}
