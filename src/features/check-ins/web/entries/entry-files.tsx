import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import type { CheckIn } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { FileList, FilesButton } from '../files/file-list.tsx';
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
      <FilesButton count={count} open={open} controls={list} onToggle={() => setOpen(!open)} />
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
