import { useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import { useRef } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { fullTime } from '#platform/reader/formats.ts';
import { newId } from '#platform/clock/id.ts';
import { Button } from '#ui/button.tsx';
import { firstReasons } from '#ui/first-reasons.ts';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import { useReached } from '#ui/use-reached.ts';
import { acceptedFiles, limits } from '../constants.ts';
import type { Vouch } from '../contract.ts';
import { fileTexts } from '../form-texts.ts';
import { rowTexts as texts } from '../row-texts.ts';
import { useDeleteVouch, useResend, useWithdraw } from './vouch-changes.ts';
import { vouchFileRules } from './vouch-dialog.tsx';
import { openFormLike } from './vouch-drafts.ts';
import { uploadVouchFiles, vouchUploads } from './vouch-uploads.ts';

type Props = { vouch: Vouch; scope: Scope };

const isOpen = ({ status }: Vouch) => status === 'pending' || status === 'expired';

/** What can be done with a vouch. Only unanswered ones can change. */
export function VouchMenu({ vouch, scope }: Props) {
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const { mutate: withdraw } = useWithdraw(scope);
  const { mutate: remove } = useDeleteVouch(scope);

  function addFiles(chosen: File[]) {
    const uploading = vouchUploads.get().list.filter(({ vouchId }) => vouchId === vouch.id);
    let count = vouch.files.length + uploading.length;
    const refusals: string[] = [];
    const accepted = chosen.flatMap((file) => {
      const refusal = vouchFileRules.refusal(file, count);
      if (refusal) refusals.push(refusal);
      else count++;
      return refusal ? [] : [{ id: newId(), file }];
    });
    if (refusals.length > 0)
      toast({ title: fileTexts.notSent, description: firstReasons(refusals).join('\n'), tone: 'danger' });
    uploadVouchFiles(queries, scope, vouch.id, accepted);
  }

  return (
    <div className="-me-2 print:hidden">
      <Menu
        label={texts.actions(vouch.project_name)}
        buttonLabel={texts.actions(vouch.project_name)}
        button={<Ellipsis aria-hidden="true" size={18} />}
        buttonClass="inline-grid size-control shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
      >
        {isOpen(vouch) && vouch.files.length < limits.files && (
          <MenuItem
            icon={<Paperclip aria-hidden="true" size={16} />}
            onSelect={() => chooser.current?.click()}
          >
            {texts.addFiles}
          </MenuItem>
        )}
        {isOpen(vouch) && (
          <MenuItem icon={<Undo2 aria-hidden="true" size={16} />} onSelect={() => withdraw(vouch)}>
            {texts.withdraw}
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden="true" size={16} />} onSelect={() => openFormLike(vouch)}>
          {texts.copy}
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden="true" size={16} />} onSelect={() => remove(vouch)}>
          {texts.delete}
        </MenuItem>
      </Menu>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedFiles}
        hidden
        onChange={({ currentTarget }) => {
          addFiles([...(currentTarget.files ?? [])]);
          // Lets the user choose the same file again.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Resend, or why the email cannot be sent again now. */
export function ResendLine({ vouch, scope }: Props) {
  const { mutate: resend, isPending } = useResend(scope);
  const isDue = useReached(vouch.resend_from);
  const usedUp = vouch.resends >= limits.resends;
  // A badge says when an email that waits is sent.
  const waits = vouch.email === 'held' || vouch.email === 'waiting';
  if (!isOpen(vouch) || waits || (vouch.resend_from === null && !usedUp)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!usedUp && (
        <Button
          aria-label={texts.resendTo(vouch.reference_name)}
          aria-disabled={!isDue}
          busy={isPending}
          onClick={() => resend(vouch)}
        >
          {texts.resend}
        </Button>
      )}
      {usedUp && <p className="text-meta font-normal text-ink-2">{texts.resendsUsedUp}</p>}
      {!usedUp && !isDue && vouch.resend_from !== null && (
        <p className="text-meta font-normal text-ink-2">
          {texts.resendFrom(fullTime(vouch.resend_from, scope.timezone))}
        </p>
      )}
    </div>
  );
}
