import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useId, useRef, useState, type ReactNode } from 'react';
import { newId } from '#platform/clock/id.ts';
import { Button } from '#ui/button.tsx';
import { firstReasons } from '#ui/first-reasons.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { acceptedFiles } from '../../constants.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { fileProblem } from '../../rules.ts';
import { composeTexts } from '../../compose-texts.ts';
import { filesHint, refusedFile } from '../../refusal-texts.ts';
import type { AttachedFile } from '#platform/drafts/persisted-files.ts';
import { useFileReceiver } from './file-drop.ts';

/** Which files may be attached. */
export type PickerRules = {
  /** The `accept` attribute of the file input. */
  accept: string;
  /** A sentence about the limits. */
  hint: string;
  /** Why a file cannot be attached to what already has `count` files. Undefined if it can. */
  refusal: (file: File, count: number) => string | undefined;
};

const entryRules: PickerRules = {
  accept: acceptedFiles,
  hint: filesHint,
  refusal(file, count) {
    const problem = fileProblem(file, count);
    return problem && refusedFile[problem](file.name, formatBytes(file.size));
  },
};

type Props = {
  files: AttachedFile[];
  lost: string[];
  /** Why other files were not attached, before the user chooses any. */
  refused?: readonly string[];
  /** How many files the entry has in addition to these. */
  already?: number;
  onChange: (files: AttachedFile[]) => void;
  /** Default: those of entries. */
  rules?: PickerRules;
  /** Shown above the files to add. */
  children?: ReactNode;
};

/** Attaches several files, removable one by one. Names the files that cannot be attached, and keeps the others. */
export function FilePicker({
  files,
  lost,
  refused: first = [],
  already = 0,
  onChange,
  rules = entryRules,
  children,
}: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState(first);
  const hint = useId();
  useFileReceiver(add);

  function add(chosen: File[]) {
    const attached = [...files];
    const messages: string[] = [];
    for (const file of chosen) {
      const refusal = rules.refusal(file, already + attached.length);
      if (refusal) messages.push(refusal);
      else attached.push({ id: newId(), file });
    }
    setRefused(messages);
    onChange(attached);
  }

  return (
    <div role="group" aria-label={composeTexts.dialog.files} className="grid gap-1.5">
      <p className="text-button text-ink" aria-hidden="true">
        {composeTexts.dialog.files}
      </p>
      {children}
      {files.length > 0 && (
        <ul className="grid rounded-control border border-rule" aria-label={composeTexts.dialog.files}>
          {files.map(({ id, file }) => (
            <li key={id} className="flex items-center gap-3 border-t border-rule pe-1 ps-3 first:border-t-0">
              <span className="min-w-0 grow py-1.5 text-button font-medium wrap-anywhere">{file.name}</span>
              <bdi className="shrink-0 text-meta text-ink-3">{formatBytes(file.size)}</bdi>
              <IconButton
                label={composeTexts.dialog.removeFile(file.name)}
                onClick={() => {
                  onChange(files.filter((other) => other.id !== id));
                  button.current?.focus();
                }}
              >
                <X aria-hidden="true" size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button ref={button} aria-describedby={hint} onClick={() => chooser.current?.click()}>
          <Paperclip aria-hidden="true" size={15} />
          {composeTexts.dialog.attach}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          accept={rules.accept}
          hidden
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      <div role="alert" className="grid gap-1 text-meta text-danger empty:hidden">
        {firstReasons(refused).map((message) => (
          <p key={message} className="wrap-anywhere">
            {message}
          </p>
        ))}
      </div>
      {lost.length > 0 && (
        <p className="text-meta wrap-anywhere text-ink-2">{composeTexts.dialog.filesNotKept(lost)}</p>
      )}
      <p id={hint} className="text-meta font-normal text-ink-3">
        {rules.hint}
      </p>
    </div>
  );
}
