// The input of the Invite Team Members dialog. It survives closing, reloading and failed requests.
import { newId } from '#platform/clock/id.ts';
import { draft } from '#platform/drafts/draft.ts';
import { text, textByKey } from '#platform/drafts/fields.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';

/** `ids`: the id of the invitation of each address that was sent, so that a repeated request creates no second one. */
export const inviteDraft = draft<{ text: string; ids: Record<string, string> }>({
  name: 'invite-draft',
  fields: { text, ids: textByKey },
  isEmpty: (input) => isBlank(input.text),
});

export const inviteDialog = createStore({ open: false });

export function openInviteDialog(): void {
  inviteDialog.set({ open: true });
}

export function closeInviteDialog(): void {
  inviteDialog.set({ open: false });
}

/** The id for the invitation of an address: the same one until `forgetIds`. */
export function idFor(email: string): string {
  const { ids } = inviteDraft.get();
  const id = ids[email] ?? newId();
  if (ids[email] === undefined) inviteDraft.change({ ids: { ...ids, [email]: id } });
  return id;
}

/** The next request for these addresses creates another invitation. */
export function forgetIds(emails: readonly string[]): void {
  const ids = Object.entries(inviteDraft.get().ids).filter(([email]) => !emails.includes(email));
  inviteDraft.change({ ids: Object.fromEntries(ids) });
}
