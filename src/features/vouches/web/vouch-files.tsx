import { useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import File from 'lucide-react/icons/file';
import FileImage from 'lucide-react/icons/file-image';
import FileText from 'lucide-react/icons/file-text';
import FileUp from 'lucide-react/icons/file-up';
import FileVideo from 'lucide-react/icons/file-play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { newId } from '#platform/clock/id.ts';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Progress } from '#ui/progress.tsx';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { acceptedFiles } from '../constants.ts';
import type { Vouch, VouchFile } from '../contract.ts';
import { fileTexts as texts } from '../form-texts.ts';
import { useRemoveFile } from './vouch-changes.ts';
import { vouchFileRules } from './vouch-dialog.tsx';
import { vouchFiles } from './vouch-queries.ts';
import {
  forgetUpload,
  retryUpload,
  uploadVouchFiles,
  vouchUploads,
  type VouchUpload,
} from './vouch-uploads.ts';

const FileViewer = fetched(
  async () => (await import('#features/check-ins/web/files/file-viewer.tsx')).FileViewer,
  ({ onChange }) => <FailedOverlay onClose={() => onChange(undefined)} />,
);

const icons: Record<VouchFile['preview'], LucideIcon> = {
  image: FileImage,
  video: FileVideo,
  pdf: FileText,
  none: File,
};

const rowClass = 'relative flex min-h-control items-center gap-3 border-t border-rule first:border-t-0';

/** The files of a vouch, and those that are still being uploaded. */
export function VouchFiles({ vouch, scope }: { vouch: Vouch; scope: Scope }) {
  const [viewed, setViewed] = useState<string>();
  const all = useStore(vouchUploads, ({ list }) => list);
  const uploads = all.filter(({ vouchId }) => vouchId === vouch.id);
  const { files } = vouch;
  if (files.length + uploads.length === 0) return null;
  return (
    <>
      <ul aria-label={texts.list} className="mb-2 max-w-line">
        {files.map((file) => (
          <StoredFile
            key={file.id}
            file={file}
            scope={scope}
            isFrozen={vouch.status === 'verified'}
            onView={() => setViewed(file.id)}
          />
        ))}
        {uploads.map((upload) => (
          <Sending key={upload.id} upload={upload} scope={scope} />
        ))}
      </ul>
      {viewed !== undefined && (
        <FileViewer files={files} fileId={viewed} onChange={setViewed} source={vouchFiles} />
      )}
    </>
  );
}

type StoredProps = { file: VouchFile; scope: Scope; isFrozen: boolean; onView: () => void };

function StoredFile({ file, scope, isFrozen, onView }: StoredProps) {
  const { mutate: remove, isPending } = useRemoveFile(scope);
  const Icon = icons[file.preview];
  return (
    <li className={rowClass}>
      <button
        type="button"
        onClick={onView}
        className="flex min-h-control min-w-0 grow items-center gap-2.5 rounded-counter text-start text-button font-normal hover:bg-sunken"
      >
        <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
        <span className="min-w-0 grow font-medium wrap-anywhere text-primary underline decoration-1 underline-offset-3">
          <span className="sr-only">{texts.open}</span> <bdi>{file.file_name}</bdi>
        </span>
        <span className="shrink-0 text-meta text-ink-3">{formatBytes(file.file_size)}</span>
      </button>
      {!isFrozen && (
        <IconButton
          label={texts.remove(file.file_name)}
          aria-disabled={isPending}
          onClick={() => !isPending && remove(file)}
        >
          <X aria-hidden="true" size={16} />
        </IconButton>
      )}
    </li>
  );
}

function Sending({ upload, scope }: { upload: VouchUpload; scope: Scope }) {
  const queries = useQueryClient();
  const { id, file, sent, state, reason } = upload;
  const percent = Math.min(100, Math.floor((sent / file.size) * 100));
  const failed = state === 'failed';
  return (
    <li className={rowClass}>
      <span className="min-w-0 grow py-1.5 text-button font-medium wrap-anywhere">
        <bdi>{file.name}</bdi>
        <span role={failed ? 'alert' : undefined} className="block text-meta text-ink-2">
          {failed ? reason : state === 'sending' ? texts.sending(percent) : texts.waiting}
        </span>
      </span>
      {failed && upload.isRefused && <Replace upload={upload} scope={scope} />}
      {failed && !upload.isRefused && (
        <IconButton label={texts.retryFile(file.name)} onClick={() => retryUpload(queries, scope, id)}>
          <RotateCw aria-hidden="true" size={16} />
        </IconButton>
      )}
      {state !== 'sending' && (
        <IconButton label={texts.remove(file.name)} onClick={() => forgetUpload(id)}>
          <X aria-hidden="true" size={16} />
        </IconButton>
      )}
      {state === 'sending' && (
        <div className="absolute inset-x-0 bottom-0">
          <Progress value={percent} label={texts.uploading(file.name)} />
        </div>
      )}
    </li>
  );
}

/** Takes another file in place of one that the server has refused. */
function Replace({ upload: { id, vouchId, file }, scope }: { upload: VouchUpload; scope: Scope }) {
  const queries = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);

  function replace(chosen: File | undefined) {
    if (!chosen) return;
    const refusal = vouchFileRules.refusal(chosen, 0);
    if (refusal) return toast({ title: texts.notSent, description: refusal, tone: 'danger' });
    forgetUpload(id);
    uploadVouchFiles(queries, scope, vouchId, [{ id: newId(), file: chosen }]);
  }

  return (
    <>
      <IconButton label={texts.replaceFile(file.name)} onClick={() => chooser.current?.click()}>
        <FileUp aria-hidden="true" size={16} />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        accept={acceptedFiles}
        hidden
        onChange={({ currentTarget }) => {
          replace(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
