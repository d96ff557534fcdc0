import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useStore } from '#ui/store.ts';
import type { CheckIn } from '../../contract.ts';
import { contentProblem } from '../../rules.ts';
import { composeTexts } from '../../compose-texts.ts';
import { texts } from '../../texts.ts';
import { entryQuery } from '../queries/check-in-queries.ts';
import { ContentField } from './content-field.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { changeEdit, closeEditor } from '../drafts/editor.ts';
import { caughtUp, conflictOf, editOf } from '../drafts/edit-version.ts';
import { entryEdits, type Edit } from '../drafts/edits.ts';
import { EntryPartsContext } from '../entries/entry-parts.ts';
import { useSaveEdit } from './use-save-edit.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { fullTime } from '#platform/reader/formats.ts';
import { StoredFiles } from '../files/stored-files.tsx';
import { useEntryForm } from './use-entry-form.ts';

type Props = { entry: CheckIn; scope: Scope };

/** The Edit Check-in dialog. The date cannot change (R-B2). Edits outlive it, so closing loses nothing. */
export function EditCheckInDialog({ entry, scope }: Props) {
  const { data: now } = useQuery({ ...entryQuery(scope, entry.id), initialData: entry });
  const changed = useStore(entryEdits.store, ({ byKey }) => byKey[entry.id]);
  const EditNote = use(EntryPartsContext)?.EditNote;
  const { save: send, saving } = useSaveEdit(scope);
  const [restored] = useState(changed !== undefined);
  const edit = changed ? caughtUp(changed, now) : editOf(now ?? entry);
  const conflict = conflictOf(edit, now);
  const shown = now ?? entry;
  const remaining = shown.file_count + shown.missing_files.length - edit.removed.length;

  const form = useEntryForm({
    problemOf: () => contentProblem(edit.content),
    save() {
      if (conflict === 'edited') form.focusOn('[role=alert] button');
      else if (now) send(now);
    },
  });

  function change(part: Partial<Edit>) {
    changeEdit(entry.id, { ...edit, ...part });
    form.onInput();
  }

  return (
    <Dialog
      open
      onClose={closeEditor}
      title={composeTexts.edit.title}
      description={fullTime(entry.created_at, scope.timezone)}
      footer={
        <>
          {restored && changed && (
            <span className="me-auto flex items-center gap-1 text-meta text-ink-2">
              {texts.dialog.draftKept}
              <Button
                variant="quiet"
                onClick={() => {
                  entryEdits.put(entry.id, undefined);
                  form.focusOn('textarea');
                }}
              >
                {composeTexts.dialog.clearDraft}
              </Button>
            </span>
          )}
          {conflict !== 'purged' && (
            <Button variant="primary" type="submit" form={form.props.id} busy={saving}>
              {conflict === 'deleted' ? composeTexts.edit.deleted.save : composeTexts.dialog.save}
            </Button>
          )}
        </>
      }
    >
      <form {...form.props}>
        {EditNote && <EditNote entry={shown} />}
        {conflict && <EditConflict conflict={conflict} edit={edit} now={now} />}
        <div className="grid gap-5">
          <ContentField
            value={edit.content}
            error={form.problems.content}
            onChange={(content) => change({ content })}
          />
          <EmojiPicker value={edit.emoji} onChange={(emoji) => change({ emoji })} />
          <FilePicker
            files={edit.files}
            lost={edit.lostFiles}
            already={remaining}
            onChange={(files) => change({ files, lostFiles: [] })}
          >
            <StoredFiles entry={shown} removed={edit.removed} onChange={(removed) => change({ removed })} />
          </FilePicker>
        </div>
      </form>
    </Dialog>
  );
}
