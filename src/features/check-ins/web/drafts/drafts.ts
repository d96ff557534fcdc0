// The draft of a new entry and its copy in the browser. It survives closing, reloading and failed saves (R-B8).
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { emojis } from '../../constants.ts';
import {
  persistFiles,
  fileInfos,
  readFiles,
  parseFileInfos,
  type AttachedFile,
  type FileInfo,
} from '#platform/drafts/persisted-files.ts';
import { stash } from '#platform/tabs/stash.ts';
import { emptyShare, isSharing, parseShare, type ShareInput } from './share-input.ts';

export type Emoji = (typeof emojis)[number];

export type Draft = {
  id: string;
  content: string;
  emoji: Emoji | null;
  /** A `datetime-local` value, or empty for now. */
  date: string;
  share: ShareInput;
  files: AttachedFile[];
  /** Files whose bytes are stored in this browser but not loaded yet. */
  unloadedFiles: FileInfo[];
  /** Names of files lost in a reload because the browser could not store them. */
  lostFiles: string[];
  /** When the user saved it. The date of the entry if it is sent later. */
  savedAt: string | undefined;
  /** Fingerprint of what was sent under this id. Retries keep the id; a changed draft gets a new one. */
  sentAs: string | undefined;
};

export function emptyDraft(): Draft {
  return {
    id: newId(),
    content: '',
    emoji: null,
    date: '',
    share: emptyShare(),
    files: [],
    unloadedFiles: [],
    lostFiles: [],
    savedAt: undefined,
    sentAs: undefined,
  };
}

export function isEmpty({ content, emoji, date, share, files, unloadedFiles }: Draft): boolean {
  const hasFiles = files.length + unloadedFiles.length > 0;
  return isBlank(content) && !emoji && !date && !isSharing(share) && !hasFiles;
}

/** Loads the bytes of the draft's files, as far as the browser still has them. */
export async function withFiles(draft: Draft): Promise<Draft> {
  if (draft.unloadedFiles.length === 0) return draft;
  const found = await readFiles(draft.unloadedFiles);
  const unloadedFiles = draft.unloadedFiles.filter(({ id }) => !found.some((file) => file.id === id));
  return { ...draft, files: [...draft.files, ...found], unloadedFiles };
}

const draftStash = stash('draft');

/** The most recent unsaved draft. */
export function readDraft(userId: string): Draft | undefined {
  return draftStash.read(userId, 1).flatMap(([, draft]) => parseDraft(draft))[0];
}

/** Stores this draft and replaces the previous one of this tab. */
export function persistDraft(userId: string, draft: Draft): void {
  const drafts = isEmpty(draft) ? [] : [draft];
  draftStash.write(
    userId,
    drafts.map((item) => [item.id, serializeDraft(item)]),
  );
  persistFiles(userId, 'draft', draft.files, draft.unloadedFiles);
}

/** A draft as stored in localStorage: everything except the bytes of its files. */
export function serializeDraft({ files, unloadedFiles, ...draft }: Draft): object {
  return { ...draft, files: fileInfos(files, unloadedFiles) };
}

/** Parses a stored draft. Checks its shape, because an older version or the user may have written it. */
export function parseDraft(value: unknown): Draft[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, content, emoji, date, share, files, lostFiles, savedAt, sentAs } = value as Record<
    string,
    unknown
  >;
  if (typeof id !== 'string' || typeof content !== 'string') return [];
  const isTime = typeof savedAt === 'string' && !Number.isNaN(Date.parse(savedAt));
  return [
    {
      id,
      content,
      emoji: emojis.find((known) => known === emoji) ?? null,
      date: typeof date === 'string' ? date : '',
      share: parseShare(share),
      files: [],
      unloadedFiles: parseFileInfos(files),
      lostFiles: Array.isArray(lostFiles) ? lostFiles.filter((name) => typeof name === 'string') : [],
      savedAt: isTime ? savedAt : undefined,
      sentAs: typeof sentAs === 'string' ? sentAs : undefined,
    },
  ];
}
