// Why an entry cannot be shared as entered, and which field says so.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import type { ShareField } from '#features/check-ins/web/compose/share-part.ts';
import type { ShareRefusal } from '#features/check-ins/share-contract.ts';
import { managerProblem, teammateProblem } from '../rules.ts';
import type { ShareInput } from '#features/check-ins/web/drafts/share-input.ts';

/** The field that explains a refusal. Without one, a toast does. */
export const shareFieldOf: Partial<Record<string, ShareField>> = {
  manager_email_required: 'managerEmail',
  invalid_manager_email: 'managerEmail',
  own_manager_address: 'managerEmail',
  teammate_email_required: 'teammateEmail',
  invalid_teammate_email: 'teammateEmail',
  own_teammate_address: 'teammateEmail',
  teammate_message_required: 'message',
  teammate_message_too_long: 'message',
} satisfies Partial<Record<ShareRefusal, ShareField>>;

/** The first problem of the checked boxes. `own`: the user's primary address; the server knows the others. */
export function shareProblem(share: ShareInput, own: string | undefined): ShareRefusal | undefined {
  const addressInput = (text: string) => {
    const address = normalEmail(text);
    return { address, isAddress: isEmail(address), isOwn: address === own };
  };
  return (
    (share.manager ? managerProblem(addressInput(share.managerEmail)) : undefined) ??
    (share.teammate ? teammateProblem(addressInput(share.teammateEmail), share.message) : undefined)
  );
}
