import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { showRefusal, type Refusals } from '#features/accounts/web/refusals.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { messageOf } from '#platform/http/client.ts';
import {
  fetchFile,
  notStarted,
  percentOf,
  saveFile,
  type DownloadProgress,
} from '#platform/http/fetch-file.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast.ts';
import { archiveName, sizeHeader } from '../constants.ts';
import { texts } from '../texts.ts';

const about = 'export';
const refusals: Refusals = {
  toast: (problem) => ({
    title: texts.failed,
    description: messageOf(problem) ?? texts.failedHint,
  }),
};

/** "Download my data": everything as one ZIP, with progress and a button to cancel. */
export function DownloadData() {
  const [progress, setProgress] = useState<DownloadProgress>(notStarted);
  const request = useRef<AbortController>(undefined);
  const startButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => () => request.current?.abort(), []);

  const download = useMutation({
    mutationKey: ['export'],
    async mutationFn() {
      request.current = new AbortController();
      setProgress(notStarted);
      // Not returned, because the mutation cache would keep it in memory.
      const { signal } = request.current;
      const archive = await fetchFile('/api/export', { signal, onProgress: setProgress, sizeHeader });
      // The user's local date (R-K5).
      saveFile(archive, archiveName(new Date().toLocaleDateString('sv-SE')));
    },
    onSuccess: () => toast({ title: texts.done, about }),
    onError(error) {
      if (!request.current?.signal.aborted) showRefusal(error, about, refusals);
    },
    onSettled() {
      // The Cancel button disappears, so its focus moves to the start button.
      if (document.activeElement === cancelButton.current) startButton.current?.focus();
    },
  });

  return (
    <div className="grid gap-3">
      <p className="text-button font-normal text-ink-2">{texts.hint}</p>
      <div>
        <Button ref={startButton} busy={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden="true" size={16} />
          {texts.start}
        </Button>
      </div>
      {download.isPending && (
        <div className="grid gap-2">
          <Progress label={texts.progressLabel} value={percentOf(progress)} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-meta text-ink-2">{statusText(progress)}</p>
            <Button ref={cancelButton} variant="quiet" onClick={() => request.current?.abort()}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

function statusText({ bytes, expected }: DownloadProgress): string {
  if (bytes === 0) return texts.preparing;
  return texts.progress(formatBytes(bytes), formatBytes(Math.max(bytes, expected)));
}
