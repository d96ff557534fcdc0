// Signs an address up for the tips (R-K2). The request only adds a job, so its cost and response do not depend on
// whether the address is signed up or has unsubscribed.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { tipsLimits } from '../../tips-constants.ts';
import type { tipsOperations } from '../../tips-contract.ts';
import { tipsRefusalTexts } from '../../tips-texts.ts';
import { confirmationMail } from '../mails.tsx';
import { requestTips } from '../store.ts';
import type { TipsLinks } from './tips-links.ts';

type All = typeof tipsOperations;

const sent = { sent: true } as const;

export const signUpForTips = inSteps<All['POST /api/functions/v1/email-signup']>(
  async ({ step, input: { body }, request: { ip } }) => {
    const email = normalEmail(body.email);
    if (email === '') return refuse('email_required');
    if (!isEmail(email)) return refuse('invalid_email');
    return step(async ({ tx }) => {
      const refused = await consumeAttempts(tx, [
        { kind: 'tips', key: addressBlock(ip), max: tipsLimits.perNetwork, minutes: 24 * 60 },
      ]);
      // A wait of a day is too long to be counted in minutes.
      if (refused) return { ...refused, detail: tipsRefusalTexts.too_many_tries.detail };
      if ((body.website ?? '') === '') await tx.enqueue('confirm-tips', { email });
      return sent;
    });
  },
);

export type TipsParts = { mailer: Mailer; links: TipsLinks; instanceName: string };

/** The job: stores a sign-up and emails the link that confirms it, at most once a day to a mailbox. */
export async function askToConfirm(
  tx: Tx,
  { mailer, links, instanceName }: TipsParts,
  address: string,
): Promise<void> {
  const id = newId();
  const { link, tokenHash } = links.linkFor(id);
  const isNew = await requestTips(tx, { id, address, tokenHash });
  if (isNew) await mailer.post(tx, confirmationMail({ to: address, link, instanceName }));
}
