import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#features/check-ins/reading-rules.ts';
import { Problem } from '#platform/http/client.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast.ts';
import { archiveName } from '../contract.ts';
import { texts } from '../texts.ts';
import { fetchArchive, type Arrived } from './fetch-archive.ts';

/** Download my data: everything as one ZIP, with what has arrived so far, and a way to stop. */
export function DownloadData() {
  const [arrived, setArrived] = useState<Arrived>();
  const running = useRef<AbortController>(undefined);
  const starter = useRef<HTMLButtonElement>(null);
  const stopper = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download() {
    const stop = new AbortController();
    running.current = stop;
    setArrived({ bytes: 0, expected: 0 });
    try {
      save(await fetchArchive(stop.signal, setArrived));
      toast({ title: texts.done, about: 'export' });
    } catch (error) {
      if (stop.signal.aborted) return;
      const why =
        error instanceof Problem && error.code !== 'unknown' ? (error.detail ?? error.title) : undefined;
      toast({ title: texts.failed, description: why ?? texts.failedHint, tone: 'danger', about: 'export' });
    } finally {
      // The button that stops it goes away: whoever stands on it is not left nowhere.
      if (document.activeElement === stopper.current) starter.current?.focus();
      setArrived(undefined);
    }
  }

  return (
    <div className="grid gap-3">
      <p className="text-button font-normal text-ink-2">{texts.hint}</p>
      <div>
        <Button ref={starter} busy={arrived !== undefined} onClick={() => void download()}>
          <Download aria-hidden="true" size={16} />
          {texts.start}
        </Button>
      </div>
      {arrived && (
        <div className="grid gap-2">
          <Progress label={texts.progressLabel} value={shareOf(arrived)} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-meta text-ink-2">{saidOf(arrived)}</p>
            <Button ref={stopper} variant="quiet" onClick={() => running.current?.abort()}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** 0 to 99: only the end itself is the whole, since the size is an estimate. */
function shareOf({ bytes, expected }: Arrived): number | null {
  return bytes === 0 || expected === 0 ? null : Math.min(99, (bytes / expected) * 100);
}

function saidOf({ bytes, expected }: Arrived): string {
  if (bytes === 0) return texts.preparing;
  return texts.progress(formatBytes(bytes), formatBytes(Math.max(bytes, expected)));
}

function save(archive: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(archive);
  // The day where the person is (R-K5).
  link.download = archiveName(new Date().toLocaleDateString('sv-SE'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
