// What is being written, and its copy in the browser's storage: closing, reloading and failing lose nothing (R-B8).
import { newId } from '#platform/clock/id.ts';
import { emojis } from '../contract.ts';
import { shelf } from './shelf.ts';

export type Emoji = (typeof emojis)[number];

export type AttachedFile = { id: string; file: File };

export type Draft = {
  id: string;
  content: string;
  emoji: Emoji | null;
  /** A `datetime-local` value, or empty for now. */
  date: string;
  files: AttachedFile[];
  /** Names of files that a reload took away: the browser keeps no bytes. */
  lostFiles: string[];
  /** What was sent under this id, so that a repeat is known as one and a changed entry gets an id of its own. */
  sentAs: string | undefined;
};

export function emptyDraft(): Draft {
  return { id: newId(), content: '', emoji: null, date: '', files: [], lostFiles: [], sentAs: undefined };
}

export function isEmpty(draft: Draft): boolean {
  return draft.content.trim() === '' && !draft.emoji && !draft.date && draft.files.length === 0;
}

/** Everything that the server is told, in one string. */
function fingerprint({ content, emoji, date, files }: Draft): string {
  return JSON.stringify([content, emoji, date, files.map((file) => file.id)]);
}

/** The draft under an id that nothing else was ever sent by. */
export function underNewId(draft: Draft): Draft {
  return { ...draft, id: newId() };
}

/** The draft under the id to send it by: its own, or a new one when it has changed since it was sent. */
export function readyToSend(draft: Draft): Draft {
  const sentAs = fingerprint(draft);
  const changed = draft.sentAs !== undefined && draft.sentAs !== sentAs;
  return { ...(changed ? underNewId(draft) : draft), sentAs };
}

const shelves = { draft: shelf('draft'), unsent: shelf('unsent') };
type Kind = keyof typeof shelves;

/** What was written but not acknowledged: the entry written last, or all that were on their way. */
export function readDrafts(userId: string, kind: Kind): Draft[] {
  const found = shelves[kind].read(userId, kind === 'draft' ? 1 : undefined);
  return found.flatMap(([, draft]) => restore(draft));
}

/** Keeps these drafts instead of those that this window kept before. */
export function keepDrafts(userId: string, kind: Kind, drafts: Draft[]): void {
  const kept = drafts.filter((draft) => !isEmpty(draft));
  shelves[kind].write(
    userId,
    kept.map((draft) => [draft.id, toStored(draft)]),
  );
}

function toStored({ files, lostFiles, ...draft }: Draft) {
  return { ...draft, lostFiles: [...lostFiles, ...files.map(({ file }) => file.name)] };
}

/** Storage can be edited by anyone who sits here, and by older versions: only what has the right shape is taken. */
function restore(value: unknown): Draft[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, content, emoji, date, lostFiles, sentAs } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof content !== 'string') return [];
  return [
    {
      id,
      content,
      emoji: emojis.find((one) => one === emoji) ?? null,
      date: typeof date === 'string' ? date : '',
      files: [],
      lostFiles: Array.isArray(lostFiles) ? lostFiles.filter((name) => typeof name === 'string') : [],
      sentAs: typeof sentAs === 'string' ? sentAs : undefined,
    },
  ];
}
