// An entry being edited: what was there when it began, what is wanted, and its copy in the browser's storage, one for
// each entry (R-B8).
import type { CheckIn } from '../../contract.ts';
import {
  keepFiles,
  namesOf,
  readFiles,
  restoreNames,
  type AttachedFile,
  type NamedFile,
} from '../files/kept-files.ts';
import { shelf } from '../shelf.ts';

type Words = Pick<CheckIn, 'content' | 'emoji'>;

export type Edit = Words & {
  /** The version that the person knows of. */
  base: Words & Pick<CheckIn, 'edited_at'>;
  /** Files to add. */
  files: AttachedFile[];
  /** Ids of files to take off. */
  removed: string[];
  /** Files to add whose bytes this browser keeps, and that are not read yet. */
  comingFiles: NamedFile[];
  /** Names of files that a reload took away: the browser could not keep them. */
  lostFiles: string[];
};

export type Edits = Record<string, Edit>;

export function sameWords(a: Words, b: Words): boolean {
  return a.content === b.content && a.emoji === b.emoji;
}

/** Whether there is anything to send. */
export function wantsSaving(edit: Edit): boolean {
  return !sameWords(edit, edit.base) || edit.files.length + edit.removed.length > 0;
}

/** Whether there is anything to keep: names of lost files are, so that they can be attached again. */
export function isChanged(edit: Edit): boolean {
  return wantsSaving(edit) || edit.comingFiles.length + edit.lostFiles.length > 0;
}

const kept = shelf('edits');

/** What this person had changed and not saved before a reload. */
export function readEdits(userId: string): Edits {
  return Object.fromEntries(kept.read(userId).flatMap(([id, one]) => restore(id, one)));
}

/** Keeps these edits instead of those that this window kept before. */
export function keepEdits(userId: string, edits: Edits): void {
  kept.write(
    userId,
    Object.entries(edits).map(([id, { files, comingFiles, ...edit }]) => {
      return [id, { ...edit, files: namesOf(files, comingFiles) }];
    }),
  );
  const all = Object.values(edits);
  keepFiles(
    userId,
    'edits',
    all.flatMap(({ files }) => files),
    all.flatMap(({ comingFiles }) => comingFiles),
  );
}

/** The edit with the bytes of its files; those that are gone are named. */
export async function withFilesOf(edit: Edit): Promise<Edit> {
  const found = await readFiles(edit.comingFiles);
  const gone = edit.comingFiles.filter(({ id }) => !found.some((one) => one.id === id));
  return {
    ...edit,
    files: [...edit.files, ...found],
    comingFiles: [],
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
  const kept = { comingFiles: restoreNames(files), lostFiles: texts(lostFiles) };
  return [[id, { base, content, emoji, files: [], removed: texts(removed), ...kept }]];
}
