import type { CheckIn } from '../../contract.ts';
import { composeTexts } from '../../compose-texts.ts';
import { refusalTexts } from '../../refusal-texts.ts';
import { Button } from '#ui/button.tsx';
import { longWord } from '#ui/long-word.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import { editOf, rebased, type Conflict } from '../drafts/edit-version.ts';
import type { Edit } from '../drafts/edits.ts';
import { changeEdit } from '../drafts/editor.ts';

type Props = { conflict: Conflict; edit: Edit; now: CheckIn | null };

/** Explains how the entry changed while the user was editing it, with the ways to resolve the conflict. */
export function EditConflict({ conflict, edit, now }: Props) {
  const { title, detail } =
    conflict === 'edited' ? refusalTexts.edited_elsewhere : composeTexts.edit[conflict];
  return (
    <div role="alert" className="mb-5 rounded-sheet border border-ochre bg-ochre-wash px-4 py-3">
      <p className="text-button text-ochre">{title}</p>
      <p className="text-button font-normal text-ink">{detail}</p>
      {conflict === 'edited' && now && <OtherVersion edit={edit} now={now} />}
    </div>
  );
}

function OtherVersion({ edit, now }: { edit: Edit; now: CheckIn }) {
  function takeTheirs() {
    const { files, removed, lostFiles } = edit;
    changeEdit(now.id, { ...editOf(now), files, removed, lostFiles });
    showUndoToast({
      title: composeTexts.edit.tookTheirs,
      onUndo: () => changeEdit(now.id, rebased(edit, now)),
    });
  }
  return (
    <>
      <section
        aria-label={composeTexts.edit.theirs}
        className="mt-3 rounded-sheet border border-rule bg-sheet px-3 py-2"
      >
        <p className="text-meta text-ink-2">{composeTexts.edit.theirs}</p>
        <p
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
          tabIndex={0}
          dir="auto"
          data-long-word={longWord(now.content)}
          className="bidi-plain max-h-40 overflow-y-auto text-ui wrap-anywhere whitespace-pre-wrap text-ink"
        >
          {now.emoji && `${now.emoji} `}
          {now.content}
        </p>
      </section>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => changeEdit(now.id, rebased(edit, now))}>{composeTexts.edit.keepMine}</Button>
        <Button onClick={takeTheirs}>{composeTexts.edit.takeTheirs}</Button>
      </div>
    </>
  );
}
