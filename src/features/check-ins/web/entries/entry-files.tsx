import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { CheckIn } from '../../contract.ts';
import { FilesButton } from '../files/files-button.tsx';
import { FilesFailed } from '../files/files-failed.tsx';
import { filesQuery } from '../queries/check-in-queries.ts';
import { useOpened } from './use-opened.ts';
import { useArriving } from '../files/use-arriving.ts';

export const loadFiles = () => import('../files/opened-files.tsx');
const OpenedFiles = fetched(async () => (await loadFiles()).OpenedFiles, FilesFailed);

/** The "2 files" button, which opens the file list. The list opens the viewer. */
export function EntryFiles({ entry }: { entry: CheckIn }) {
  const [open, setOpen] = useOpened(entry.id);
  const list = useId();
  const expected = useArriving(entry) && entry.file_count === 0;
  const files = useQuery({ ...filesQuery(entry.id, expected), enabled: open || expected });
  const count = Math.max(entry.file_count, files.data?.length ?? 0);
  if (count === 0) return null;
  return (
    <div className="mt-2.5">
      <FilesButton count={count} open={open} controls={list} onToggle={() => setOpen(!open)} />
      <div id={list} hidden={!open}>
        {open && <OpenedFiles entryId={entry.id} count={count} expected={expected} />}
      </div>
    </div>
  );
}
