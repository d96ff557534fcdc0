// The edits of entries: the original version and the changes. They survive closing, reloading and failed saves (R-B8).
import type { CheckIn } from '../../contract.ts';
import { drafts } from '#platform/drafts/drafts.ts';
import { group, required, text, textOrNull, texts } from '#platform/drafts/fields.ts';
import { attachments, type Attachments } from '#platform/drafts/persisted-files.ts';

type EntryContent = Pick<CheckIn, 'content' | 'emoji'>;

/** Its attachments are files to add. */
export type Edit = EntryContent &
  Attachments & {
    /** The version that the user has seen. */
    base: EntryContent & Pick<CheckIn, 'edited_at'>;
    /** Ids of files to remove. */
    removed: string[];
  };

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

const entryContent = { content: required(text), emoji: required(textOrNull) };

/** By the id of the entry. */
export const entryEdits = drafts<Edit>({
  name: 'edits',
  fields: {
    base: required(group({ ...entryContent, edited_at: required(textOrNull) })),
    ...entryContent,
    removed: texts,
    ...attachments,
  },
  isEmpty: (edit) => !isChanged(edit),
});
