// The part of the Add Check-in dialog that shares the entry. Guests can fill it in, but never send it (R-I1).
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import type { ShareFieldsProps, SharePart } from '#features/check-ins/web/compose/share-part.ts';
import { guestId } from '#features/guest/constants.ts';
import { dismissAccountNeeded } from '#features/guest/web/account-needed.ts';
import { shareRefusalTexts } from '../texts.ts';
import { onGuestShareChange, refuseGuestSharing } from './guest-sharing.ts';
import { shareProblem, shareFieldOf } from './share-problems.ts';
import { ManagerFields, TeammateFields } from './share-fields.tsx';

export const sharePart: SharePart = {
  Fields: ShareFields,
  texts: shareRefusalTexts,
  fieldOf: shareFieldOf,
  toasted: ['manager_email_required', 'teammate_message_required'],
  problemOf(share, { userId }, queries) {
    if (userId === guestId) return undefined;
    return shareProblem(share, queries.getQueryData(sessionQuery.queryKey)?.user.email);
  },
  onChange(change, share, { userId }) {
    if (userId === guestId) onGuestShareChange(change, share);
  },
  isBarred: (share, { userId }) => userId === guestId && refuseGuestSharing(share),
  onClose: dismissAccountNeeded,
};

function ShareFields(props: ShareFieldsProps) {
  return (
    <div className="grid gap-3">
      <ManagerFields {...props} />
      <TeammateFields {...props} />
    </div>
  );
}
