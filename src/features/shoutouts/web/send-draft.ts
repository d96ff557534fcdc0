// The draft of the Send Shoutout dialog. It survives closing, reloading and failed requests. While the user answers
// something, an unfinished draft is set aside, and it returns afterwards.
import { optionalText, ownId, text, type Fields } from '#platform/drafts/fields.ts';
import { readyToSend, underNewId, type Resendable } from '#platform/drafts/resend.ts';
import { storedDrafts } from '#platform/drafts/stored-drafts.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';

export type ShoutoutDraft = Resendable & {
  recipient: string;
  message: string;
  /** The entry that it is about; empty for none. */
  entry: string;
  /** Id of what it answers, such as an entry that a member shared; empty for none. */
  answers: string;
  /** The input that an answer began with. Until it changes, the draft counts as empty. */
  filledAs: string | undefined;
};

/** At most this many drafts are set aside. */
const maxAside = 9;

const fields: Fields<ShoutoutDraft> = {
  id: ownId,
  recipient: text,
  message: text,
  entry: text,
  sentAs: optionalText,
  answers: text,
  filledAs: optionalText,
};

const { empty, read, write } = storedDrafts({ name: 'shoutout-draft', fields, isEmpty: isEmptyDraft });

type SendState = {
  userId: string;
  open: boolean;
  draft: ShoutoutDraft;
  /** Unfinished drafts, the latest first. */
  aside: ShoutoutDraft[];
};

export const sendState = createStore<SendState>({
  userId: '',
  open: false,
  draft: empty(),
  aside: [],
});

/** Restores this user's drafts after a reload. */
export function loadSendDraft(userId: string): void {
  if (sendState.get().userId === userId) return;
  const [draft = empty(), ...aside] = read(userId, maxAside + 1)
    .map(([id, kept]) => ({ ...kept, id }))
    .toReversed();
  sendState.set({ userId, draft, aside });
}

export function openSendDialog(): void {
  sendState.set({ open: true });
}

/** Opens the dialog with this input, or with the unfinished draft that answers the same. */
export function openAnswer(answer: Pick<ShoutoutDraft, 'answers' | 'recipient' | 'message'>): void {
  const { draft, aside } = sendState.get();
  const all = [draft, ...aside].filter((other) => !isEmptyDraft(other));
  const begun = all.find(({ answers }) => answers === answer.answers);
  const fresh = { ...empty(), ...answer };
  put(
    begun ?? { ...fresh, filledAs: inputOf(fresh) },
    all.filter((other) => other !== begun),
  );
  openSendDialog();
}

/** Closes the dialog. An empty draft makes room for the one that was set aside. */
export function closeSendDialog(): void {
  const { draft, aside } = sendState.get();
  sendState.set({ open: false });
  const [next, ...others] = aside;
  if (next && isEmptyDraft(draft)) put(next, others);
}

export function changeSendDraft(change: Partial<ShoutoutDraft>): void {
  const { draft, aside } = sendState.get();
  put({ ...draft, ...change }, aside);
}

function put(draft: ShoutoutDraft, before: ShoutoutDraft[]): void {
  const aside = before.slice(0, maxAside);
  sendState.set({ draft, aside });
  // The current draft is written last, because the newest item is the one that a reload opens with.
  write(
    sendState.get().userId,
    [...aside.toReversed(), draft].map((item) => [item.id, item]),
  );
}

/** Clears the draft that was sent and closes its dialog. Keeps both if the input was changed while it was sent. */
export function clearSentDraft({ id, sentAs }: ShoutoutDraft): void {
  const { draft } = sendState.get();
  if (draft.id !== id || inputOf(draft) !== sentAs) return;
  changeSendDraft(empty());
  closeSendDialog();
}

/** Whether the user has written nothing that could be lost. */
export function isEmptyDraft(draft: ShoutoutDraft): boolean {
  const untouched = draft.sentAs === undefined && draft.filledAs === inputOf(draft);
  return untouched || (isBlank(draft.recipient) && isBlank(draft.message));
}

/** The draft to send. It gets a new id if it changed since it was last sent. */
export function readySendDraft(): ShoutoutDraft {
  changeSendDraft(readyToSend(sendState.get().draft, inputOf, underNewId));
  return sendState.get().draft;
}

function inputOf({ recipient, message, entry }: ShoutoutDraft): string {
  return JSON.stringify([recipient, message, entry]);
}
