// The input of the Share dialog, for each entry. It survives closing, reloading and failed requests (R-B8).
import {
  emptyShare,
  isSharing,
  parseShare,
  type ShareInput,
} from '#features/check-ins/web/drafts/share-input.ts';
import { stash } from '#platform/tabs/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { createStore } from '#ui/store.ts';

/** `sentAs`: the shoutout last sent with its id. A retry keeps the id; a changed shoutout gets a new one. */
export type ShareDraft = ShareInput & { sentAs: string | undefined };

export const shareDrafts = createStore<{ userId: string; byEntry: Record<string, ShareDraft> }>({
  userId: '',
  byEntry: {},
});

const stored = stash('share-drafts');

/** Restores this user's input after a reload. */
export function loadShareDrafts(userId: string): void {
  if (shareDrafts.get().userId === userId) return;
  const byEntry = Object.fromEntries(stored.read(userId).map(([id, value]) => [id, parse(value)]));
  shareDrafts.set({ userId, byEntry });
}

function parse(value: unknown): ShareDraft {
  const { sentAs } = (value ?? {}) as Record<string, unknown>;
  return { ...parseShare(value), sentAs: typeof sentAs === 'string' ? sentAs : undefined };
}

/** The input before the user changes anything. Most users open the dialog to share with a manager. */
export function newShareDraft(): ShareDraft {
  return { ...emptyShare(), manager: true, sentAs: undefined };
}

/** Stores the input for an entry. While both boxes are unchecked, it is kept only in the page. */
export function putShareDraft(id: string, draft: ShareDraft): void {
  putDrafts({ ...shareDrafts.get().byEntry, [id]: draft });
}

/** Deletes the input for an entry, once it has been sent. */
export function dropShareDraft(id: string): void {
  const { [id]: _, ...others } = shareDrafts.get().byEntry;
  putDrafts(others);
}

function putDrafts(byEntry: Record<string, ShareDraft>): void {
  shareDrafts.set({ byEntry });
  stored.write(
    shareDrafts.get().userId,
    Object.entries(byEntry).filter(([, draft]) => isSharing(draft)),
  );
}

/** The shoutout to send: under its id, or under a new one if it has changed since it was last sent. */
export function readyToSend(draft: ShareDraft): ShareDraft {
  const sentAs = JSON.stringify([draft.teammateEmail, draft.message]);
  const changed = draft.sentAs !== undefined && draft.sentAs !== sentAs;
  return { ...draft, sentAs, ...(changed && { shoutoutId: newId() }) };
}
