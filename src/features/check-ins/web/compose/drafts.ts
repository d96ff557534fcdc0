// What is being written, and its copy in the browser: closing, reloading and failing lose nothing (R-B8).
import { newId } from '#platform/clock/id.ts';
import { emojis } from '../../contract.ts';
import {
  persistFiles,
  fileInfos,
  readFiles,
  parseFileInfos,
  type AttachedFile,
  type FileInfo,
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
  unloadedFiles: FileInfo[];
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
    unloadedFiles: [],
    lostFiles: [],
    savedAt: undefined,
    sentAs: undefined,
  };
}

export function isEmpty({ content, emoji, date, files, unloadedFiles }: Draft): boolean {
  return content.trim() === '' && !emoji && !date && files.length + unloadedFiles.length === 0;
}

/** The draft with the bytes of its files, as far as the browser still has them. */
export async function withFiles(draft: Draft): Promise<Draft> {
  if (draft.unloadedFiles.length === 0) return draft;
  const found = await readFiles(draft.unloadedFiles);
  const unloadedFiles = draft.unloadedFiles.filter(({ id }) => !found.some((one) => one.id === id));
  return { ...draft, files: [...draft.files, ...found], unloadedFiles };
}

const kept = shelf('draft');

/** What was written last and not saved. */
export function readDraft(userId: string): Draft | undefined {
  return kept.read(userId, 1).flatMap(([, draft]) => parseDraft(draft))[0];
}

/** Keeps this draft instead of the one that this window kept before. */
export function persistDraft(userId: string, draft: Draft): void {
  const drafts = isEmpty(draft) ? [] : [draft];
  kept.write(
    userId,
    drafts.map((one) => [one.id, serializeDraft(one)]),
  );
  persistFiles(userId, 'draft', draft.files, draft.unloadedFiles);
}

/** A draft as a shelf holds it: all but the bytes of its files. */
export function serializeDraft({ files, unloadedFiles, ...draft }: Draft): object {
  return { ...draft, files: fileInfos(files, unloadedFiles) };
}

/** Storage can be edited by anyone who sits here, and by older versions: only what has the right shape is taken. */
export function parseDraft(value: unknown): Draft[] {
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
      unloadedFiles: parseFileInfos(files),
      lostFiles: Array.isArray(lostFiles) ? lostFiles.filter((name) => typeof name === 'string') : [],
      savedAt: isTime ? savedAt : undefined,
      sentAs: typeof sentAs === 'string' ? sentAs : undefined,
    },
  ];
}
