// An edit of an entry: the original version, the changes, and a copy in localStorage, one per entry (R-B8).
import type { CheckIn } from '../../contract.ts';
import {
  persistFiles,
  fileInfos,
  parseFileInfos,
  type AttachedFile,
  type FileInfo,
} from '#platform/drafts/persisted-files.ts';
import { stash } from '#platform/tabs/stash.ts';

type EntryContent = Pick<CheckIn, 'content' | 'emoji'>;

export type Edit = EntryContent & {
  /** The version that the user has seen. */
  base: EntryContent & Pick<CheckIn, 'edited_at'>;
  /** Files to add. */
  files: AttachedFile[];
  /** Ids of files to remove. */
  removed: string[];
  /** Files to add whose bytes are stored in this browser but not loaded yet. */
  unloadedFiles: FileInfo[];
  /** Names of files lost in a reload because the browser could not store them. */
  lostFiles: string[];
};

export type Edits = Record<string, Edit>;

export function sameContent(a: EntryContent, b: EntryContent): boolean {
  return a.content === b.content && a.emoji === b.emoji;
}

/** Whether there is anything to send. */
export function needsSaving(edit: Edit): boolean {
  return !sameContent(edit, edit.base) || edit.files.length + edit.removed.length > 0;
}

/** Whether the edit is worth storing. Names of lost files are, so that the user can attach them again. */
export function isChanged(edit: Edit): boolean {
  return needsSaving(edit) || edit.unloadedFiles.length + edit.lostFiles.length > 0;
}

const editStash = stash('edits');

/** The user's unsaved edits from before a reload. */
export function readEdits(userId: string): Edits {
  return Object.fromEntries(editStash.read(userId).flatMap(([id, value]) => parseEdit(id, value)));
}

/** Stores these edits and replaces the previous ones of this tab. */
export function persistEdits(userId: string, edits: Edits): void {
  editStash.write(
    userId,
    Object.entries(edits).map(([id, { files, unloadedFiles, ...edit }]) => {
      return [id, { ...edit, files: fileInfos(files, unloadedFiles) }];
    }),
  );
  const all = Object.values(edits);
  persistFiles(
    userId,
    'edits',
    all.flatMap(({ files }) => files),
    all.flatMap(({ unloadedFiles }) => unloadedFiles),
  );
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => isText(item)) : [];

/** Parses a stored edit. Checks its shape, because an older version or the user may have written it. */
function parseEdit(id: string, value: unknown): [string, Edit][] {
  const { base, content, emoji, removed, files, lostFiles } = (value ?? {}) as Edit;
  const valid =
    base instanceof Object &&
    isText(content) &&
    isTextOrNull(emoji) &&
    isText(base.content) &&
    isTextOrNull(base.emoji) &&
    isTextOrNull(base.edited_at);
  if (!valid) return [];
  const fileState = { unloadedFiles: parseFileInfos(files), lostFiles: texts(lostFiles) };
  return [[id, { base, content, emoji, files: [], removed: texts(removed), ...fileState }]];
}
