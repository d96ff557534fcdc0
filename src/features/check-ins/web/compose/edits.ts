// An entry being edited: what was there when it began, what is wanted, and its copy in the browser's storage, one for
// each entry (R-B8).
import type { CheckIn } from '../../contract.ts';
import {
  persistFiles,
  fileInfos,
  readFiles,
  parseFileInfos,
  type AttachedFile,
  type FileInfo,
} from '../files/kept-files.ts';
import { shelf } from '../shelf.ts';

type EntryContent = Pick<CheckIn, 'content' | 'emoji'>;

export type Edit = EntryContent & {
  /** The version that the person knows of. */
  base: EntryContent & Pick<CheckIn, 'edited_at'>;
  /** Files to add. */
  files: AttachedFile[];
  /** Ids of files to take off. */
  removed: string[];
  /** Files to add whose bytes this browser keeps, and that are not read yet. */
  unloadedFiles: FileInfo[];
  /** Names of files that a reload took away: the browser could not keep them. */
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

/** Whether there is anything to keep: names of lost files are, so that they can be attached again. */
export function isChanged(edit: Edit): boolean {
  return needsSaving(edit) || edit.unloadedFiles.length + edit.lostFiles.length > 0;
}

const kept = shelf('edits');

/** What this person had changed and not saved before a reload. */
export function readEdits(userId: string): Edits {
  return Object.fromEntries(kept.read(userId).flatMap(([id, one]) => restore(id, one)));
}

/** Keeps these edits instead of those that this window kept before. */
export function persistEdits(userId: string, edits: Edits): void {
  kept.write(
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

/** The edit with the bytes of its files; those that are gone are named. */
export async function loadEditFiles(edit: Edit): Promise<Edit> {
  const found = await readFiles(edit.unloadedFiles);
  const gone = edit.unloadedFiles.filter(({ id }) => !found.some((one) => one.id === id));
  return {
    ...edit,
    files: [...edit.files, ...found],
    unloadedFiles: [],
    lostFiles: [...edit.lostFiles, ...gone.map(({ name }) => name)],
  };
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || isText(value);
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => isText(one)) : [];

/** Storage can be edited by anyone who sits here, and by older versions: only what has the right shape is taken. */
function restore(id: string, value: unknown): [string, Edit][] {
  const { base, content, emoji, removed, files, lostFiles } = (value ?? {}) as Edit;
  const whole =
    base instanceof Object &&
    isText(content) &&
    isTextOrNull(emoji) &&
    isText(base.content) &&
    isTextOrNull(base.emoji) &&
    isTextOrNull(base.edited_at);
  if (!whole) return [];
  const kept = { unloadedFiles: parseFileInfos(files), lostFiles: texts(lostFiles) };
  return [[id, { base, content, emoji, files: [], removed: texts(removed), ...kept }]];
}
