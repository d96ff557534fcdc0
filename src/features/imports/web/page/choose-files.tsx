import { useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useTypedEarly } from '#ui/use-typed-early.ts';
import { limits, type PageId } from '../../constants.ts';
import { formatTexts } from '../../format-texts.ts';
import { texts } from '../../texts.ts';

type Props = { format: PageId; onFiles: (files: File[]) => void };

/** Chooses files, a folder, or pasted cells. */
export function ChooseFiles({ format, onFiles }: Props) {
  const { accept, folder } = formatTexts[format];
  const [over, setOver] = useState(false);
  return (
    <div className="grid gap-5">
      <div
        className={cx(
          'flex flex-wrap items-center gap-3 rounded-sheet border border-dashed px-4 py-4',
          over ? 'border-primary bg-primary-wash' : 'border-rule-strong',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const files = [...event.dataTransfer.files];
          if (files.length > 0) onFiles(files);
        }}
      >
        <FileButton accept={accept} label={texts.chooseFile} primary onFiles={onFiles} />
        {folder && <FileButton label={texts.chooseFolder} folder onFiles={onFiles} />}
        <span className="text-meta text-ink-2 pointer-coarse:hidden">{texts.drop}</span>
      </div>
      {format === 'csv' && <Paste onFiles={onFiles} />}
    </div>
  );
}

type FileButtonProps = {
  accept?: string;
  label: string;
  folder?: boolean;
  primary?: boolean;
  onFiles: (files: File[]) => void;
};

function FileButton({ accept, label, folder, primary, onFiles }: FileButtonProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={primary ? 'primary' : 'outline'} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element;
          // React knows no such attribute.
          if (folder) element?.setAttribute('webkitdirectory', '');
        }}
        id={id}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file can be chosen again.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

function Paste({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [text, setText] = useState('');
  const area = useTypedEarly<HTMLTextAreaElement>(setText);
  const tooLong = text.length > limits.paste;
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <Field label={texts.paste} hint={texts.pasteHint} error={tooLong ? texts.pasteTooLong : undefined}>
          {(control) => (
            <TextArea
              {...control}
              ref={area}
              rows={2}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      {text.trim() !== '' && !tooLong && (
        <Button onClick={() => onFiles([new File([text], texts.pasted, { type: 'text/plain' })])}>
          {texts.readPaste}
        </Button>
      )}
    </div>
  );
}
