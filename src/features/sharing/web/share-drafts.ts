// The input of the Share dialog, for each entry. It survives closing, reloading and failed requests (R-B8).
import { isSharing, shareInput, type ShareInput } from '#features/check-ins/web/drafts/share-input.ts';
import { newId } from '#platform/clock/id.ts';
import { drafts } from '#platform/drafts/drafts.ts';
import { emptyValues, optionalText, type Fields } from '#platform/drafts/fields.ts';
import { readyToSend } from '#platform/drafts/resend.ts';

/** `sentAs`: the shoutout last sent with its id. */
export type ShareDraft = ShareInput & { sentAs: string | undefined };

const fields: Fields<ShareDraft> = { ...shareInput, sentAs: optionalText };

/** By the id of the entry. While both boxes are unchecked, a draft is kept only in the page. */
export const shareDrafts = drafts({
  name: 'share-drafts',
  fields,
  isEmpty: (draft: ShareDraft) => !isSharing(draft),
});

/** The input before the user changes anything. Most users open the dialog to share with a manager. */
export function newShareDraft(): ShareDraft {
  return { ...emptyValues(fields), manager: true };
}

/** The draft to send. A retry keeps the id of its shoutout; a changed shoutout gets a new one. */
export function readyToShare(draft: ShareDraft): ShareDraft {
  return readyToSend(
    draft,
    ({ teammateEmail, message }) => JSON.stringify([teammateEmail, message]),
    (changed) => ({ ...changed, shoutoutId: newId() }),
  );
}
