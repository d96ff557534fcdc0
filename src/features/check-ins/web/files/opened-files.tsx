import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { filesQuery } from '../queries/check-in-queries.ts';
import { FileList } from './file-list.tsx';
import { FileViewer } from './file-viewer.tsx';
import { FilesFailed } from './files-failed.tsx';

type Props = {
  entryId: string;
  /** How many files the entry has, as far as it is known. */
  count: number;
  /** Whether files are still being uploaded. */
  expected: boolean;
};

/** The files of an entry, once the user opens their list. Loaded when the page is idle. */
export function OpenedFiles({ entryId, count, expected }: Props) {
  const [viewed, setViewed] = useState<string>();
  const { data, isError, isPending, refetch } = useQuery(filesQuery(entryId, expected));
  return (
    <>
      {isError && !data && <FilesFailed onRetry={() => void refetch()} />}
      {data && <FileList files={data} onView={setViewed} />}
      {isPending && <div style={{ height: `${count * 3 + 0.5}rem` }} aria-busy="true" />}
      {viewed !== undefined && data && <FileViewer files={data} fileId={viewed} onChange={setViewed} />}
    </>
  );
}
