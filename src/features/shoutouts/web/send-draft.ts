// The draft of the Send Shoutout dialog, mirrored in browser storage so that it survives closing, reloading and failed
// requests. While the user answers something, an unfinished draft is set aside, and it returns afterwards.
import { stash } from '#platform/tabs/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';

export type ShoutoutDraft = {
  id: string;
  recipient: string;
  message: string;
  /** The entry that it is about; empty for none. */
  entry: string;
  /** The input last sent with this id: a retry reuses the id, changed input gets a new one. */
  sentAs: string | undefined;
  /** Id of what it answers, such as an entry that a member shared; empty for none. */
  answers: string;
  /** The input that an answer began with. Until it changes, the draft counts as empty. */
  filledAs: string | undefined;
};

/** At most this many drafts are set aside. */
const maxAside = 9;

const emptyDraft = (): ShoutoutDraft => ({
  id: newId(),
  recipient: '',
  message: '',
  entry: '',
  sentAs: undefined,
  answers: '',
  filledAs: undefined,
});

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
  draft: emptyDraft(),
  aside: [],
});

const stored = stash('shoutout-draft');

/** Restores this user's drafts after a reload. */
export function loadSendDraft(userId: string): void {
  if (sendState.get().userId === userId) return;
  const kept = stored
    .read(userId, maxAside + 1)
    .map(([id, value]) => ({ ...emptyDraft(), ...parse(value), id }));
  const [draft = emptyDraft(), ...aside] = kept.toReversed();
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
  const fresh = { ...emptyDraft(), ...answer };
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
  const items = [...aside.toReversed(), ...(isEmptyDraft(draft) ? [] : [draft])];
  stored.write(
    sendState.get().userId,
    items.map((item) => [item.id, item]),
  );
}

/** Clears the draft that was sent and closes its dialog. Keeps both if the input was changed while it was sent. */
export function clearSentDraft({ id, sentAs }: ShoutoutDraft): void {
  const { draft } = sendState.get();
  if (draft.id !== id || inputOf(draft) !== sentAs) return;
  changeSendDraft(emptyDraft());
  closeSendDialog();
}

/** Whether the user has written nothing that could be lost. */
export function isEmptyDraft(draft: ShoutoutDraft): boolean {
  const untouched = draft.sentAs === undefined && draft.filledAs === inputOf(draft);
  return untouched || (isBlank(draft.recipient) && isBlank(draft.message));
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
  const { recipient, message, entry, sentAs, answers, filledAs } = value as Record<string, unknown>;
  const textOf = (text: unknown) => (typeof text === 'string' ? text : undefined);
  return {
    recipient: textOf(recipient) ?? '',
    message: textOf(message) ?? '',
    entry: textOf(entry) ?? '',
    sentAs: textOf(sentAs),
    answers: textOf(answers) ?? '',
    filledAs: textOf(filledAs),
  };
}
