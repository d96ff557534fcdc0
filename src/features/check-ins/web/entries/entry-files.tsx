import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Paperclip } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import type { CheckIn, LogFile } from '../../contract.ts';
import { formatBytes } from '../../reading-rules.ts';
import { texts } from '../../texts.ts';
import { FileTile } from '../files/file-tile.tsx';
import { filesQuery } from '../queries/check-in-queries.ts';
import { useOpened } from './use-opened.ts';
import { useArriving } from '../files/use-arriving.ts';

export const loadViewer = () => import('../files/file-viewer.tsx');
const FileViewer = fetched(
  async () => (await loadViewer()).FileViewer,
  ({ onChange }) => <FailedOverlay onClose={() => onChange(undefined)} />,
);

/** The "2 files" button, which opens the file list. The list opens the viewer. */
export function EntryFiles({ entry }: { entry: CheckIn }) {
  const [open, setOpen] = useOpened(entry.id);
  const [viewed, setViewed] = useState<string>();
  const list = useId();
  const expected = useArriving(entry) && entry.file_count === 0;
  const files = useQuery({ ...filesQuery(entry.id, expected), enabled: open || expected });
  const count = Math.max(entry.file_count, files.data?.length ?? 0);
  if (count === 0) return null;

  return (
    <div className="mt-2.5">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-7 items-center gap-1.5 rounded-sheet border border-rule px-2 text-meta text-ink transition-colors hover:border-rule-strong hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:px-3"
      >
        <Paperclip aria-hidden="true" size={13} className="text-ink-3" />
        {texts.filesCount(count)}
        <ChevronDown
          aria-hidden="true"
          size={13}
          className={cx('text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={list} hidden={!open}>
        {open && files.isError && !files.data && (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-meta text-ink-2">
            {texts.viewer.listFailed}
            <Button variant="quiet" onClick={() => void files.refetch()}>
              {texts.tryAgain}
            </Button>
          </p>
        )}
        {open && files.data && <FileList files={files.data} onView={setViewed} />}
        {open && files.isPending && <div style={{ height: `${count * 3 + 0.5}rem` }} aria-busy="true" />}
      </div>
      {viewed !== undefined && files.data && (
        <FileViewer files={files.data} fileId={viewed} onChange={setViewed} />
      )}
    </div>
  );
}

function FileList({ files, onView }: { files: LogFile[]; onView: (id: string) => void }) {
  return (
    <ul className="mt-2 max-w-[62ch]" aria-label={texts.viewer.files}>
      {files.map((file) => (
        <li key={file.id} className="border-t border-rule first:border-t-0">
          <button
            type="button"
            onClick={() => onView(file.id)}
            className="flex min-h-12 w-full items-center gap-3 rounded-counter py-1 pr-1 text-left text-button font-normal hover:bg-sunken"
          >
            <FileTile file={file} />
            <span className="min-w-0 grow font-medium wrap-anywhere text-primary underline decoration-1 underline-offset-3">
              <span className="sr-only">{texts.viewer.open}</span> {file.file_name}
            </span>
            <span className="shrink-0 text-meta text-ink-3">{formatBytes(file.file_size)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
