import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { guestId } from '#features/guest/contract.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useStore } from '#ui/store.ts';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { RefusalCode } from '../../contract.ts';
import { contentFault, dateFault } from '../../rules.ts';
import { composeTexts } from '../../compose-texts.ts';
import { refusalTexts } from '../../refusal-texts.ts';
import { texts } from '../../texts.ts';
import type { Scope } from '../queries/check-in-queries.ts';
import { changeDraft, clearDraft, closeComposer, composer, resumeDraft } from './composer.ts';
import { ContentField } from './content-field.tsx';
import { DateField } from './date-field.tsx';
import { isEmpty, type Draft } from './drafts.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { promptSignUpToShare, GuestSharing, resetSharing } from './guest-sharing.tsx';
import { fromLocalField } from './local-date.ts';
import { saveDraft } from '../outbox/outbox.ts';
import { useRefusalToast } from './use-refusal-toast.ts';
import { useSaveKeys } from './use-save-keys.ts';

function faultOf({ content, date }: Draft): RefusalCode | undefined {
  const at = fromLocalField(date);
  return contentFault(content) ?? (at && dateFault(at, new Date()));
}

/** Offers Undo for 10 seconds after the draft is cleared, until the user starts another one. */
function showClearedToast(onUndo: () => void): void {
  const endToast = showUndoToast({ title: composeTexts.dialog.draftCleared, onUndo });
  const end = composer.subscribe(() => {
    if (isEmpty(composer.get().draft)) return;
    end();
    endToast();
  });
}

/** The Add Check-in dialog. The draft lives in the composer, so closing the dialog loses nothing. */
export function AddCheckInDialog({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const draft = useStore(composer, (state) => state.draft);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  const [fault, setFault] = useState<RefusalCode>();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const refusal = useRefusalToast();
  const guest = scope.userId === guestId;

  function save() {
    const found = faultOf(draft);
    setFault(found);
    if (!found) {
      if (guest && promptSignUpToShare()) return;
      saveDraft(queries, scope);
      resetSharing();
      return;
    }
    refusal.show(found);
    form.current?.querySelector<HTMLElement>(found === 'invalid_date' ? 'input' : 'textarea')?.focus();
  }

  function change(change: Partial<Draft>) {
    changeDraft(change);
    setFault(undefined);
    refusal.dismiss();
  }

  useSaveKeys(save);

  return (
    <Dialog
      open
      onClose={closeComposer}
      title={composeTexts.dialog.title}
      footer={
        <>
          {restored && (
            <span className="mr-auto flex items-center gap-1 text-meta text-ink-2">
              {texts.dialog.draftKept}
              <Button
                variant="quiet"
                onClick={() => {
                  clearDraft();
                  setRestored(false);
                  showClearedToast(() => {
                    resumeDraft(draft);
                    setRestored(true);
                    form.current?.querySelector('textarea')?.focus();
                  });
                  form.current?.querySelector('textarea')?.focus();
                }}
              >
                {composeTexts.dialog.clearDraft}
              </Button>
            </span>
          )}
          <Button variant="primary" type="submit" form={formId}>
            {composeTexts.dialog.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <ContentField
          value={draft.content}
          error={fault && fault !== 'invalid_date' ? refusalTexts[fault].detail : undefined}
          onChange={(content) => change({ content })}
        />
        <EmojiPicker value={draft.emoji} onChange={(emoji) => change({ emoji })} />
        <FilePicker
          files={draft.files}
          lost={draft.lostFiles}
          onChange={(files) => change({ files, lostFiles: [] })}
        />
        <DateField
          value={draft.date}
          error={fault === 'invalid_date' ? refusalTexts.invalid_date.detail : undefined}
          onChange={(date) => change({ date })}
        />
        {guest && <GuestSharing />}
      </form>
    </Dialog>
  );
}
