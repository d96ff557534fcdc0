// Emails a report, which is rendered again from the log: HTML from the caller is never sent (R-D6).
import { isPlainName } from '#features/accounts/name-rules.ts';
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { Frame } from '#platform/mail/email-template.tsx';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { frameTexts } from '#platform/mail/texts.ts';
import { boardType, limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { mailTexts } from '../../document-texts.ts';
import { boardHtml, boardText, type BoardDocument } from '../documents/shoutout-board.tsx';
import type { MailNote } from '../documents/sheet.tsx';
import { rangeOf, weekHtml, weekText, type WeekDocument } from '../documents/week-review.tsx';
import { owner, type Owner } from '../store.ts';
import { readBoard } from './read-board.ts';
import { readWeek, weekOf } from './read-week.ts';
import { reportZone } from './report-zone.ts';

type Parts = { config: Config; mailer: Mailer };
type Body = BodyOf<(typeof operations)['POST /api/functions/v1/email-week-review']>;
type Call = { tx: Tx; viewer: Viewer; input: { body: Body } };
type Report = Pick<Mail, 'kind' | 'subject'> & { render: (frame: Frame) => { html: string; text: string } };

export function emailReport({ config, mailer }: Parts) {
  return async ({ tx, viewer, input: { body } }: Call) => {
    const found = await owner(tx);
    if (!found) return refuse('no_session');
    const sender = asSender(found);
    const isBoard = body.reportType === boardType;
    const to = isBoard ? sender.email : normalEmail(body.email);
    if (to === '') return refuse('email_required');
    if (!isEmail(to)) return refuse('invalid_email');
    const refused = await consumeAttempts(tx, [
      { kind: 'report email', key: viewer.userId, max: limits.emailsPerHour, minutes: 60 },
    ]);
    if (refused)
      return refuse('too_many_emails', refused.retryAfter ? { retryAfter: refused.retryAfter } : {});
    const mail = isBoard
      ? await boardMail(tx, body, config.instanceName)
      : await weekMail(tx, body, sender, config.instanceName);
    if (!mail) return refuse('no_session');
    const state = await mailer.post(tx, { ...mail, to, ...senderOf(sender) });
    // The same response for both: the sender must not learn whether an address has unsubscribed (R-J3).
    if (state === 'full' || state === 'suppressed') return refuse('email_not_sent');
    return { email: to, state };
  };
}

async function weekMail(
  tx: Tx,
  body: Body,
  sender: Owner,
  instanceName: string,
): Promise<Report | undefined> {
  const week = weekOf(body.week, reportZone(body.timezone, sender.time_zone), Date.now());
  const found = await readWeek(tx, week);
  if (!found) return undefined;
  const review = { ...found.review, name: sender.full_name };
  const document: WeekDocument = { ...week, review, instanceName };
  return {
    kind: 'week review',
    subject: mailTexts.weekSubject(sender.full_name, rangeOf(review)),
    render: (frame) => {
      const note = noteOf(frame, mailTexts.why(partyOf(sender)));
      return { html: weekHtml(document, note), text: withNote(weekText(document), note) };
    },
  };
}

async function boardMail(tx: Tx, body: Body, instanceName: string): Promise<Report | undefined> {
  const found = await readBoard(tx, body, Date.now());
  if (!found) return undefined;
  const document: BoardDocument = { ...found, instanceName };
  return {
    kind: 'shoutout board',
    subject: mailTexts.boardSubject,
    render: (frame) => {
      const note = noteOf(frame, mailTexts.whySelf);
      return { html: boardHtml(document, note), text: withNote(boardText(document), note) };
    },
  };
}

/** An unverified user's name that is not plain is left out: anyone can email a report to strangers (R-A3). */
function asSender(found: Owner): Owner {
  return found.email_verified || isPlainName(found.full_name) ? found : { ...found, full_name: '' };
}

/** Who sent it: the name, and the address if it is verified. */
function partyOf({ full_name: name, email, email_verified: verified }: Owner): string {
  if (!verified) return name === '' ? mailTexts.someone : name;
  return name === '' ? email : `${name} (${email})`;
}

/** Replies go to the sender, if the address is verified. */
function senderOf({ full_name, email, email_verified }: Owner): Pick<Mail, 'fromName' | 'replyTo'> {
  return { ...(full_name !== '' && { fromName: full_name }), ...(email_verified && { replyTo: email }) };
}

function noteOf({ instanceName, appUrl, stopUrl }: Frame, why: string): MailNote {
  return { why, instanceName, appUrl, stopUrl };
}

function withNote(text: string, { why, instanceName, appUrl, stopUrl }: MailNote): string {
  return `${text}\n\n--\n\n${why} ${instanceName}: ${appUrl}\n\n${frameTexts.stop}: ${stopUrl}\n`;
}
