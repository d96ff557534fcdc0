// Another address to sign in with (R-A9): asked for with the password; the old address is told and can put itself back.
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { maskedEmail } from '../../rules.ts';
import { primaryChangedMail } from '../mails.tsx';
import { addressesOf, makePrimary, ownAccount, undoAddressChange } from '../store.ts';
import { proveOwnPassword } from './own-password.ts';
import { recoveryMinutes } from './recover.ts';
import type { MailParts } from './verify.ts';

type Operation = (typeof operations)['POST /api/user_emails/:id/primary'];

const undoHours = 72;

export function makePrimaryEmail({ config, mailer }: MailParts) {
  return inSteps<Operation>(async ({ step, input }) => {
    const id = input.params.id.toLowerCase();
    const before = await step(async ({ tx, viewer }) => {
      const rows = await addressesOf(tx, viewer.userId);
      const wanted = rows.find((row) => row.id === id);
      if (!wanted) return refuse('not_found');
      if (wanted.is_primary) return { rows };
      return wanted.verified ? undefined : refuse('email_unverified');
    });
    if (before) return before;
    const proved = await proveOwnPassword(step, input.body.password);
    if (isRefused(proved)) return proved;

    return step(async ({ tx, viewer }) => {
      const token = newToken();
      const swapped = await makePrimary(tx, viewer.sessionId, proved.proof, id, hashToken(token), undoHours);
      if (!swapped) return refuse('not_found');
      const account = await ownAccount(tx, viewer.userId);
      if (!account) return refuse('no_session');
      if (swapped.can_undo) {
        const mail = primaryChangedMail({
          to: swapped.old_address,
          fullName: account.profile.full_name,
          instanceName: config.instanceName,
          link: `${config.appUrl}/auth?undo=${token}`,
          now: maskedEmail(swapped.new_address),
        });
        await mailer.post(tx, mail);
      }
      return { rows: await addressesOf(tx, viewer.userId) };
    });
  });
}

/** Puts the old address back; answers a token that lets its owner set a new password at once. */
export const undoEmailChange = inSteps<(typeof operations)['POST /api/auth/undo-email-change']>(
  async ({ step, input, reply }) => {
    const recover = newToken();
    const undone = await step(({ tx }) =>
      undoAddressChange(tx, hashToken(input.body.token), hashToken(recover), recoveryMinutes),
    );
    if (isRefused(undone)) return undone;
    const { outcome, address } = undone;
    if (outcome === 'expired') return refuse('link_expired');
    if (outcome !== 'undone' || address === null) return refuse('link_unknown');
    reply.header('cache-control', 'no-store');
    return { email: address, recover };
  },
);
