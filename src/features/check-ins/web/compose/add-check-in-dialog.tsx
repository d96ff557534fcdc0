import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { dateProblem } from '#platform/clock/past-date.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useStore } from '#ui/store.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { RefusalCode } from '../../contract.ts';
import { contentProblem } from '../../rules.ts';
import { composeTexts } from '../../compose-texts.ts';
import { texts } from '../../texts.ts';
import { closeComposer, composer, resumeDraft } from '../drafts/composer.ts';
import { ContentField } from './content-field.tsx';
import { DateField } from './date-field.tsx';
import { entryDraft, isEmpty, type Draft } from '../drafts/drafts.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { fromLocalField } from '../drafts/local-date.ts';
import type { ShareInput } from '../drafts/share-input.ts';
import { saveDraft } from '../outbox/outbox.ts';
import type { SharePart } from './share-part.ts';
import { useEntryForm } from './use-entry-form.ts';

function problemOf({ content, date }: Draft): RefusalCode | undefined {
  const at = fromLocalField(date);
  return contentProblem(content) ?? (at && dateProblem(at, new Date()));
}

/** Offers Undo for 10 seconds after the draft is cleared, until the user starts another one. */
function showClearedToast(onUndo: () => void): void {
  const endToast = showUndoToast({ title: composeTexts.dialog.draftCleared, onUndo });
  const end = entryDraft.store.subscribe(() => {
    if (isEmpty(entryDraft.get())) return;
    end();
    endToast();
  });
}

/** The Add Check-in dialog. The draft outlives it, so closing the dialog loses nothing. */
export function AddCheckInDialog({ scope, sharing }: { scope: Scope; sharing: SharePart }) {
  const queries = useQueryClient();
  const draft = useStore(entryDraft.store, (state) => state.draft);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  const form = useEntryForm({
    refusedWith: composer.get().refusedWith,
    sharing,
    problemOf: () => problemOf(draft) ?? sharing.problemOf(draft.share, scope, queries),
    save() {
      if (!sharing.isBarred(draft.share, scope)) void saveDraft(queries, scope);
    },
  });

  useEffect(() => sharing.onClose, [sharing]);

  function change(change: Partial<Draft>) {
    entryDraft.change(change);
    form.onInput();
  }
  function changeShare(part: Partial<ShareInput>) {
    const share = { ...draft.share, ...part };
    change({ share });
    sharing.onChange(part, share, scope);
  }

  return (
    <Dialog
      open
      onClose={closeComposer}
      title={composeTexts.dialog.title}
      footer={
        <>
          {restored && (
            <span className="me-auto flex items-center gap-1 text-meta text-ink-2">
              {texts.dialog.draftKept}
              <Button
                variant="quiet"
                onClick={() => {
                  entryDraft.clear();
                  setRestored(false);
                  showClearedToast(() => {
                    resumeDraft(draft);
                    setRestored(true);
                    form.focusOn('textarea');
                  });
                  form.focusOn('textarea');
                }}
              >
                {composeTexts.dialog.clearDraft}
              </Button>
            </span>
          )}
          <Button variant="primary" type="submit" form={form.props.id}>
            {composeTexts.dialog.save}
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid gap-5">
        <ContentField
          value={draft.content}
          error={form.problems.content}
          onChange={(content) => change({ content })}
        />
        <EmojiPicker value={draft.emoji} onChange={(emoji) => change({ emoji })} />
        <FilePicker
          files={draft.files}
          lost={draft.lostFiles}
          refused={composer.get().refusedFiles}
          onChange={(files) => change({ files, lostFiles: [] })}
        />
        <DateField value={draft.date} error={form.problems.date} onChange={(date) => change({ date })} />
        <sharing.Fields share={draft.share} problems={form.problems} scope={scope} onChange={changeShare} />
      </form>
    </Dialog>
  );
}
