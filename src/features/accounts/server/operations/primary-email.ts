// Changes the sign-in address (R-A9). Requires the password of an account that has one, or a fresh session where passwords open no
// accounts: who has forgotten it there could not set another. The old address is notified and can undo the change.
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import type { operations } from '../../contract.ts';
import { limits } from '../../constants.ts';
import { maskedEmail } from '#platform/mail/address.ts';
import { primaryChangedMail } from '../mails.tsx';
import {
  addressesOf,
  hasPassword,
  makePrimary,
  makePrimaryBySession,
  undoAddressChange,
} from '../address-store.ts';
import { ownAccount } from '../store.ts';
import { refuseStale, refuseUnconfirmed } from './confirmed.ts';
import { proveOwnPassword } from './own-password.ts';
import { listAddresses } from './user-emails.ts';
import type { MailParts } from './verify.ts';

type Operation = (typeof operations)['POST /api/user_emails/:id/primary'];

export function makePrimaryEmail({ config, mailer }: MailParts) {
  return inSteps<Operation>(async ({ step, input }) => {
    const id = input.params.id.toLowerCase();
    const before = await step(async ({ tx, viewer }) => {
      const rows = await addressesOf(tx, viewer.userId);
      const address = rows.find((row) => row.id === id);
      if (!address) return refuse('not_found');
      if (address.is_primary) return listAddresses({ tx, viewer });
      if (!address.verified) return refuse('email_unverified');
      const asksPassword = config.passwords && (await hasPassword(tx));
      const refused = await (asksPassword ? refuseUnconfirmed : refuseStale)(tx, viewer);
      return refused ?? { asksPassword };
    });
    if (isRefused(before) || 'rows' in before) return before;
    const proved = before.asksPassword
      ? await proveOwnPassword(step, input.body.password ?? '')
      : { proof: null };
    if (isRefused(proved)) return proved;

    return step(async ({ tx, viewer }) => {
      const token = newToken();
      const undo = { hash: hashToken(token), hours: limits.undoHours };
      const swapped = config.passwords
        ? await makePrimary(tx, viewer.sessionId, proved.proof, id, undo)
        : await makePrimaryBySession(tx, viewer.sessionId, id, undo);
      if (!swapped) return refuse('not_found');
      const account = await ownAccount(tx, viewer.userId);
      if (!account) return refuse('no_session');
      if (swapped.can_undo) {
        const mail = primaryChangedMail({
          to: swapped.old_address,
          name: account.profile.full_name || null,
          instanceName: config.instanceName,
          link: `${config.appUrl}/auth?undo=${token}`,
          now: maskedEmail(swapped.new_address),
          passwords: config.passwords,
        });
        await mailer.post(tx, mail);
      }
      return listAddresses({ tx, viewer });
    });
  });
}

/** Restores the old address. Returns a token with which its owner sets a new password right away. */
export const undoEmailChange = inSteps<(typeof operations)['POST /api/auth/undo-email-change']>(
  async ({ step, input, reply }) => {
    const recover = newToken();
    const undone = await step(({ tx }) =>
      undoAddressChange(tx, hashToken(input.body.token), hashToken(recover), limits.recoveryMinutes),
    );
    if (isRefused(undone)) return undone;
    const { outcome, address } = undone;
    if (outcome === 'expired') return refuse('undo_expired');
    if (outcome !== 'undone' || address === null) return refuse('undo_unknown');
    reply.header('cache-control', 'no-store');
    return { email: address, recover };
  },
);
