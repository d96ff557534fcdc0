import { useMutation, useQueryClient } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { useId, useRef } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { acceptedFiles } from '../../constants.ts';
import type { CheckIn, MissingFile } from '../../contract.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { fileProblem } from '../../rules.ts';
import { outboxTexts } from '../../outbox-texts.ts';
import { refusedFile } from '../../refusal-texts.ts';
import { putRow } from '../queries/check-in-changes.ts';
import { call } from '../queries/check-in-queries.ts';
import { withRetries } from '#platform/http/retries.ts';
import { dequeueUpload } from './upload-queue.ts';
import { sendFile } from './send-file.ts';
import { forgetUpload, uploads, useUpload } from './upload.ts';
import { useArriving } from './use-arriving.ts';

/** Files of an entry that were attached but not uploaded, each with a way to fix it (R-B4). */
export function MissingFiles({ entry, scope }: { entry: CheckIn; scope: Scope }) {
  const arriving = useArriving(entry);
  const uploadedHere = useStore(uploads, ({ byId }) => entry.missing_files.some(({ id }) => byId[id]));
  if (arriving && !uploadedHere) {
    return (
      <p className="mt-2.5 text-meta text-ink-2">{outboxTexts.missing.waiting(entry.missing_files.length)}</p>
    );
  }
  return (
    <ul className="mt-2.5 grid max-w-line gap-2">
      {entry.missing_files.map((missing) => (
        <MissingFileRow key={missing.id} entry={entry} missing={missing} scope={scope} />
      ))}
    </ul>
  );
}

type RowProps = { entry: CheckIn; missing: MissingFile; scope: Scope };

function MissingFileRow({ entry, missing, scope }: RowProps) {
  const queries = useQueryClient();
  const upload = useUpload(missing.id);
  const chooser = useRef<HTMLInputElement>(null);
  const note = useId();
  const params = { id: entry.id, file_id: missing.id };
  const removal = useMutation({
    mutationFn: () => withRetries(() => call('DELETE /api/check_ins/:id/missing_files/:file_id', { params })),
    onSuccess(row) {
      forgetUpload(missing.id);
      dequeueUpload(scope.userId, missing.id);
      putRow(queries, scope, row);
    },
    onError: () => toast({ title: outboxTexts.missing.removeFailed, tone: 'danger' }),
  });

  const send = (file: File) => sendFile(queries, scope, { checkInId: entry.id, fileId: missing.id, file });

  function choose(file: File | undefined) {
    if (!file) return;
    const problem = fileProblem(file, 0);
    if (problem) toast({ title: refusedFile[problem](file.name, formatBytes(file.size)), tone: 'danger' });
    else void send(file);
  }

  if (upload && upload.state !== 'failed') {
    const percent = Math.floor((100 * Math.min(upload.sent, upload.file.size)) / upload.file.size);
    return (
      <li className="grid gap-1.5 text-meta text-ink-2">
        <span className="wrap-anywhere">{outboxTexts.missing.uploading(missing.name, percent)}</span>
        <Progress value={percent} label={outboxTexts.missing.uploading(missing.name, percent)} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-sheet bg-sunken py-1 pe-1 ps-3 text-meta">
      <span id={note} className="flex min-w-40 grow basis-56 gap-1.5 py-1.5 text-ink">
        <CircleAlert aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-danger" />
        <span className="min-w-0 wrap-anywhere">
          {upload ? outboxTexts.missing.failed(missing.name) : outboxTexts.missing.notThere(missing.name)}{' '}
          <span className="text-ink-2">{upload?.reason ?? formatBytes(missing.size)}</span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        {upload && !upload.isRefused ? (
          <Button
            aria-label={outboxTexts.missing.retryName(missing.name)}
            onClick={() => void send(upload.file)}
          >
            {outboxTexts.missing.retry}
          </Button>
        ) : (
          <Button
            aria-label={
              upload
                ? outboxTexts.missing.replaceName(missing.name)
                : outboxTexts.missing.chooseAgainName(missing.name)
            }
            onClick={() => chooser.current?.click()}
          >
            {upload ? outboxTexts.missing.replace : outboxTexts.missing.chooseAgain}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={outboxTexts.missing.removeName(missing.name)}
          busy={removal.isPending}
          onClick={() => removal.mutate()}
        >
          {outboxTexts.missing.remove}
        </Button>
      </span>
      <input
        ref={chooser}
        type="file"
        accept={acceptedFiles}
        hidden
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </li>
  );
}
