import { useState } from 'react';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { contentProblem } from '#features/check-ins/rules.ts';
import { EmojiPicker } from '#features/check-ins/web/compose/emoji-picker.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { isCommand } from '#ui/keys.ts';
import { TextArea } from '#ui/text-area.tsx';
import { inboxTexts as texts } from '../../inbox-texts.ts';
import { entryOf } from '../../rules.ts';
import type { Acceptance } from '../local-acceptance.ts';
import type { InboxItem } from './inbox-data.ts';

type Props = {
  /** One, or several to merge, newest first. */
  items: readonly InboxItem[];
  /** Resolves when it is accepted, or is back because it cannot be. */
  onAccept: (edited: Acceptance) => Promise<void>;
  onClose: () => void;
};

/** The entry that suggestions become, to change its text and emoji before it is accepted. */
export function EditDialog({ items, onAccept, onClose }: Props) {
  const [entry] = useState(() => entryOf(items.toReversed().map(({ suggestion }) => suggestion)));
  const [content, setContent] = useState(entry.content);
  const [emoji, setEmoji] = useState(entry.emoji);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const problem = isTried ? contentProblem(content) : undefined;
  async function submit() {
    setTried(true);
    if (isBusy || contentProblem(content)) return;
    setBusy(true);
    await onAccept({ content, emoji });
    setBusy(false);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={items.length > 1 ? texts.editing.mergedTitle(items.length) : texts.editing.title}
      footer={
        <>
          <Button onClick={onClose}>{texts.editing.cancel}</Button>
          <Button variant="primary" type="submit" form="edit-suggestion" busy={isBusy}>
            {texts.editing.submit}
          </Button>
        </>
      }
    >
      <form
        id="edit-suggestion"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isCommand(event.nativeEvent)) void submit();
        }}
      >
        <Field label={texts.editing.content} error={problem && texts.outcomes[problem]}>
          {(control) => (
            <TextArea
              {...control}
              name="content"
              data-autofocus
              required
              rows={6}
              maxLength={entryLimits.contentInput}
              value={content}
              onChange={(event) => setContent(event.target.value)}
            />
          )}
        </Field>
        <div className="mt-4">
          <EmojiPicker value={emoji} onChange={setEmoji} />
        </div>
      </form>
    </Dialog>
  );
}
