// An edit and the version of its entry that stands now. Pure.
import { emojis, type CheckIn } from '../../contract.ts';
import { sameContent, type Edit } from './edits.ts';

export function editOf({ content, emoji, edited_at }: CheckIn): Edit {
  return {
    base: { content, emoji, edited_at },
    content,
    emoji,
    files: [],
    removed: [],
    unloadedFiles: [],
    lostFiles: [],
  };
}

/** The edit on top of the version that stands now. */
export function rebased(edit: Edit, { content, emoji, edited_at }: CheckIn): Edit {
  return { ...edit, base: { content, emoji, edited_at } };
}

export type Conflict = 'edited' | 'deleted' | 'gone';

/** What happened to the entry meanwhile that the person must know of before saving. */
export function conflictOf(edit: Edit, now: CheckIn | null): Conflict | undefined {
  if (now === null) return 'gone';
  if (now.deleted_at !== null) return 'deleted';
  return sameContent(now, edit.base) || sameContent(now, edit) ? undefined : 'edited';
}

/** What is sent: only what the person changed, on top of the version known, or of one with the same words. */
export function patchOf(edit: Edit, now: CheckIn) {
  const { base, content, emoji, files, removed } = edit;
  return {
    ...(content !== base.content && { content }),
    ...(emoji !== base.emoji && { emoji: emojis.find((one) => one === emoji) ?? null }),
    ...(files.length > 0 && {
      files: files.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
    }),
    ...(removed.length > 0 && { remove_files: removed }),
    edited_at: conflictOf(edit, now) === 'edited' ? base.edited_at : now.edited_at,
  };
}
