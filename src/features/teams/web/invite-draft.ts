// The input of the Invite Team Members dialog, mirrored in browser storage so that it survives closing, reloading and
// failed requests.
import { stash } from '#platform/tabs/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';

/** `ids`: the id of the invitation of each address that was sent, so that a repeated request creates no second one. */
export type InviteDraft = { id: string; text: string; ids: Record<string, string> };

const emptyDraft = (): InviteDraft => ({ id: newId(), text: '', ids: {} });

type State = { userId: string; open: boolean; draft: InviteDraft };

export const inviteState = createStore<State>({ userId: '', open: false, draft: emptyDraft() });

const stored = stash('invite-draft');

/** Restores this user's draft after a reload. */
export function loadInviteDraft(userId: string): void {
  if (inviteState.get().userId === userId) return;
  const [kept] = stored.read(userId, 1);
  inviteState.set({ userId, draft: kept ? { ...parse(kept[1]), id: kept[0] } : emptyDraft() });
}

export function openInviteDialog(): void {
  inviteState.set({ open: true });
}

export function closeInviteDialog(): void {
  inviteState.set({ open: false });
}

export function changeInviteDraft(change: Partial<InviteDraft>): void {
  const { userId, draft: before } = inviteState.get();
  const draft = { ...before, ...change };
  inviteState.set({ draft });
  stored.write(userId, isBlank(draft.text) ? [] : [[draft.id, draft]]);
}

/** The id for the invitation of an address: the same one until `forgetId`. */
export function idFor(email: string): string {
  const { ids } = inviteState.get().draft;
  const id = ids[email] ?? newId();
  if (ids[email] === undefined) changeInviteDraft({ ids: { ...ids, [email]: id } });
  return id;
}

/** The next request for these addresses creates another invitation. */
export function forgetIds(emails: readonly string[]): void {
  const ids = Object.entries(inviteState.get().draft.ids).filter(([email]) => !emails.includes(email));
  changeInviteDraft({ ids: Object.fromEntries(ids) });
}

/** Validates the shape: storage may hold data of older versions, or be edited by hand. */
function parse(value: unknown): Omit<InviteDraft, 'id'> {
  const { text, ids } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const known = Object.entries(typeof ids === 'object' && ids !== null ? ids : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { text: typeof text === 'string' ? text : '', ids: Object.fromEntries(known) };
}
