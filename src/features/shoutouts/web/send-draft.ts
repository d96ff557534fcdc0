// The draft of the Send Shoutout dialog, mirrored in browser storage so that it survives closing, reloading and failed
// requests.
import { stash } from '#features/check-ins/web/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { createStore } from '#ui/store.ts';

export type ShoutoutDraft = {
  id: string;
  recipient: string;
  message: string;
  /** The entry that it is about; empty for none. */
  entry: string;
  /** The input last sent with this id: a retry reuses the id, changed input gets a new one. */
  sentAs: string | undefined;
};

const emptyDraft = (): ShoutoutDraft => ({
  id: newId(),
  recipient: '',
  message: '',
  entry: '',
  sentAs: undefined,
});

type SendState = { userId: string; open: boolean; draft: ShoutoutDraft };

export const sendState = createStore<SendState>({ userId: '', open: false, draft: emptyDraft() });

const stored = stash('shoutout-draft');

/** Restores this user's draft after a reload. */
export function loadSendDraft(userId: string): void {
  if (sendState.get().userId === userId) return;
  const [kept] = stored.read(userId, 1);
  const draft = { ...emptyDraft(), ...(kept && { ...parse(kept[1]), id: kept[0] }) };
  sendState.set({ userId, draft });
}

export function openSendDialog(): void {
  sendState.set({ open: true });
}

export function closeSendDialog(): void {
  sendState.set({ open: false });
}

export function changeSendDraft(change: Partial<ShoutoutDraft>): void {
  const { userId, draft: before } = sendState.get();
  const draft = { ...before, ...change };
  sendState.set({ draft });
  stored.write(userId, isEmptyDraft(draft) ? [] : [[draft.id, draft]]);
}

/** Clears the draft that was sent and closes its dialog. Keeps both if the input was changed while it was sent. */
export function clearSentDraft({ id, sentAs }: ShoutoutDraft): void {
  const { draft } = sendState.get();
  if (draft.id !== id || inputOf(draft) !== sentAs) return;
  changeSendDraft(emptyDraft());
  closeSendDialog();
}

export function isEmptyDraft({ recipient, message }: ShoutoutDraft): boolean {
  return recipient.trim() === '' && message.trim() === '';
}

/** The draft to send. It gets a new id if it changed since it was last sent. */
export function readySendDraft(): ShoutoutDraft {
  const { draft } = sendState.get();
  const sentAs = inputOf(draft);
  const changed = draft.sentAs !== undefined && draft.sentAs !== sentAs;
  const ready = { ...draft, sentAs, ...(changed && { id: newId() }) };
  changeSendDraft(ready);
  return ready;
}

function inputOf({ recipient, message, entry }: ShoutoutDraft): string {
  return JSON.stringify([recipient, message, entry]);
}

/** Validates the shape: storage may hold data of older versions, or be edited by hand. */
function parse(value: unknown): Partial<ShoutoutDraft> {
  if (typeof value !== 'object' || value === null) return {};
  const { recipient, message, entry, sentAs } = value as Record<string, unknown>;
  const textOr = (text: unknown) => (typeof text === 'string' ? text : '');
  return {
    recipient: textOr(recipient),
    message: textOr(message),
    entry: textOr(entry),
    sentAs: typeof sentAs === 'string' ? sentAs : undefined,
  };
}
