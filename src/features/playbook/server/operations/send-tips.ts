import type { Tx } from '#platform/database/transaction.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { tips } from '../../mail-texts.ts';
import { tipsLimits } from '../../tips-constants.ts';
import { tipMail } from '../mails.tsx';
import { dueSignup, noteSent } from '../store.ts';
import type { TipsLinks } from './tips-links.ts';

type Parts = { mailer: Mailer; links: TipsLinks; appUrl: string };

/** Emails the next tip to one sign-up, in the transaction that notes it. Returns whether one was due. */
export async function sendNextTip(tx: Tx, { mailer, links, appUrl }: Parts): Promise<boolean> {
  const due = await dueSignup(tx);
  if (!due) return false;
  const { id, address, sent: before } = due;
  if (before < tips.length) {
    const { stopLink } = links.linkFor(id);
    await mailer.post(tx, tipMail({ to: address, index: before, stopLink, appUrl }));
  }
  const sent = before + 1;
  const isLast = sent >= tips.length;
  await noteSent(tx, id, {
    sent: Math.min(sent, tips.length),
    nextInDays: isLast ? null : tipsLimits.everyDays,
    endsInDays: isLast ? tipsLimits.keptDays : null,
  });
  return true;
}
