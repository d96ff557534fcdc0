import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { limits, type RefusalCode } from '../contract.ts';
import { contentFault, countCharacters, dateFault, normalizeContent } from '../rules.ts';
import { refusalTexts, texts } from '../texts.ts';
import type { Scope } from './check-in-queries.ts';
import { changeDraft, clearDraft, closeComposer, composer, saveDraft } from './composer.ts';
import { DateField } from './date-field.tsx';
import { isEmpty, type Draft } from './drafts.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { FilePicker } from './file-picker.tsx';
import { wholeNumber } from './formats.ts';
import { fromLocalField } from './local-date.ts';
import { useStore } from './store.ts';

/** From how many characters left they are counted down. */
const countFrom = 1000;

function faultOf({ content, date }: Draft): RefusalCode | undefined {
  const at = fromLocalField(date);
  return contentFault(content) ?? (at && dateFault(at, new Date()));
}

/** Add Check-in. What is written lives in the composer, so closing loses nothing. */
export function AddCheckInDialog({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const draft = useStore(composer, (state) => state.draft);
  const [kept, setKept] = useState(() => !isEmpty(draft));
  const [fault, setFault] = useState<RefusalCode>();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  function save() {
    const found = faultOf(draft);
    setFault(found);
    if (!found) {
      saveDraft(queries, scope);
      return;
    }
    const { title, detail } = refusalTexts[found];
    toast({ title, ...(detail && { description: detail }), tone: 'danger' });
    form.current?.querySelector<HTMLElement>(found === 'invalid_date' ? 'input' : 'textarea')?.focus();
  }

  function change(change: Partial<Draft>) {
    changeDraft(change);
    setFault(undefined);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <Dialog
      open
      onClose={closeComposer}
      title={texts.dialog.title}
      footer={
        <>
          {kept && (
            <span className="mr-auto flex items-center gap-1 text-meta text-ink-2">
              {texts.dialog.draftKept}
              <Button
                variant="quiet"
                onClick={() => {
                  clearDraft();
                  setKept(false);
                  form.current?.querySelector('textarea')?.focus();
                }}
              >
                {texts.dialog.clearDraft}
              </Button>
            </span>
          )}
          <Button variant="primary" type="submit" form={formId}>
            {texts.dialog.save}
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
        <Field
          label={texts.dialog.content}
          hint={<Count content={draft.content} />}
          error={fault && fault !== 'invalid_date' ? refusalTexts[fault].detail : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              data-autofocus
              required
              rows={5}
              value={draft.content}
              onChange={(event) => change({ content: event.target.value })}
            />
          )}
        </Field>
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
      </form>
    </Dialog>
  );
}

/** The hint under the text; near the limit, how many characters are left or too many. */
function Count({ content }: { content: string }) {
  const left = limits.content - countCharacters(normalizeContent(content));
  if (left > countFrom) return texts.dialog.contentHint;
  return (
    <span role="status" className={left < 0 ? 'text-danger' : undefined}>
      {left < 0
        ? texts.dialog.tooLong(-left, wholeNumber(-left))
        : texts.dialog.left(left, wholeNumber(left))}
    </span>
  );
}
