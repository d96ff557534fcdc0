// What is being written, and its copy in the browser: closing, reloading and failing lose nothing (R-B8).
import { newId } from '#platform/clock/id.ts';
import { emojis } from '../../contract.ts';
import {
  keepFiles,
  namesOf,
  readFiles,
  restoreNames,
  type AttachedFile,
  type NamedFile,
} from '../files/kept-files.ts';
import { shelf } from '../shelf.ts';

export type Emoji = (typeof emojis)[number];

export type Draft = {
  id: string;
  content: string;
  emoji: Emoji | null;
  /** A `datetime-local` value, or empty for now. */
  date: string;
  files: AttachedFile[];
  /** Files whose bytes this browser keeps, and that are not read yet. */
  comingFiles: NamedFile[];
  /** Names of files that a reload took away: the browser could not keep them. */
  lostFiles: string[];
  /** When the person saved it; it stands under this instant when it could only be sent later. */
  savedAt: string | undefined;
  /** What was sent under this id, so that a repeat is known as one and a changed entry gets an id of its own. */
  sentAs: string | undefined;
};

export function emptyDraft(): Draft {
  return {
    id: newId(),
    content: '',
    emoji: null,
    date: '',
    files: [],
    comingFiles: [],
    lostFiles: [],
    savedAt: undefined,
    sentAs: undefined,
  };
}

export function isEmpty({ content, emoji, date, files, comingFiles }: Draft): boolean {
  return content.trim() === '' && !emoji && !date && files.length + comingFiles.length === 0;
}

/** The draft with the bytes of its files, as far as the browser still has them. */
export async function withFiles(draft: Draft): Promise<Draft> {
  if (draft.comingFiles.length === 0) return draft;
  const found = await readFiles(draft.comingFiles);
  const comingFiles = draft.comingFiles.filter(({ id }) => !found.some((one) => one.id === id));
  return { ...draft, files: [...draft.files, ...found], comingFiles };
}

const kept = shelf('draft');

/** What was written last and not saved. */
export function readDraft(userId: string): Draft | undefined {
  return kept.read(userId, 1).flatMap(([, draft]) => restoreDraft(draft))[0];
}

/** Keeps this draft instead of the one that this window kept before. */
export function keepDraft(userId: string, draft: Draft): void {
  const drafts = isEmpty(draft) ? [] : [draft];
  kept.write(
    userId,
    drafts.map((one) => [one.id, storedDraft(one)]),
  );
  keepFiles(userId, 'draft', draft.files, draft.comingFiles);
}

/** A draft as a shelf holds it: all but the bytes of its files. */
export function storedDraft({ files, comingFiles, ...draft }: Draft): object {
  return { ...draft, files: namesOf(files, comingFiles) };
}

/** Storage can be edited by anyone who sits here, and by older versions: only what has the right shape is taken. */
export function restoreDraft(value: unknown): Draft[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, content, emoji, date, files, lostFiles, savedAt, sentAs } = value as Record<string, unknown>;
  if (typeof id !== 'string' || typeof content !== 'string') return [];
  const isTime = typeof savedAt === 'string' && !Number.isNaN(Date.parse(savedAt));
  return [
    {
      id,
      content,
      emoji: emojis.find((one) => one === emoji) ?? null,
      date: typeof date === 'string' ? date : '',
      files: [],
      comingFiles: restoreNames(files),
      lostFiles: Array.isArray(lostFiles) ? lostFiles.filter((name) => typeof name === 'string') : [],
      savedAt: isTime ? savedAt : undefined,
      sentAs: typeof sentAs === 'string' ? sentAs : undefined,
    },
  ];
}
