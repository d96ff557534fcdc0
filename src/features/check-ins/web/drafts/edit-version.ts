// An edit compared with the current version of its entry. Pure.
import { emojis } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
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

/** The edit on top of the current version. */
export function rebased(edit: Edit, { content, emoji, edited_at }: CheckIn): Edit {
  return { ...edit, base: { content, emoji, edited_at } };
}

/**
 * The edit on top of the current version, if that already has the same content: the page was closed before it learned
 * that its changes were saved, or another tab wrote the same.
 */
export function caughtUp(edit: Edit, now: CheckIn | null): Edit {
  return now && now.deleted_at === null && sameContent(now, edit) ? rebased(edit, now) : edit;
}

export type Conflict = 'edited' | 'deleted' | 'purged';

/** How the entry changed in the meantime, if the user must resolve it before saving. */
export function conflictOf(edit: Edit, now: CheckIn | null): Conflict | undefined {
  if (now === null) return 'purged';
  if (now.deleted_at !== null) return 'deleted';
  return sameContent(now, edit.base) || sameContent(now, edit) ? undefined : 'edited';
}

/** The request body: only what the user changed, based on the known version or one with the same content. */
export function patchOf(edit: Edit, now: CheckIn) {
  const { base, content, emoji, files, removed } = edit;
  return {
    ...(content !== base.content && { content }),
    ...(emoji !== base.emoji && { emoji: emojis.find((known) => known === emoji) ?? null }),
    ...(files.length > 0 && {
      files: files.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
    }),
    ...(removed.length > 0 && { remove_files: removed }),
    edited_at: conflictOf(edit, now) === 'edited' ? base.edited_at : now.edited_at,
  };
}
