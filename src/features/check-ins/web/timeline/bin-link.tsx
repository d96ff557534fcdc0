import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FailedOverlay, fetched } from '#ui/fetched.tsx';
import { texts } from '../../texts.ts';
import { rowsOf } from '../queries/check-in-cache.ts';
import { binQuery, type Scope } from '../queries/check-in-queries.ts';

const BinDialog = fetched(async () => (await import('./bin-dialog.tsx')).BinDialog, FailedOverlay);

type Props = {
  scope: Scope;
  /** Nothing stands on the timeline: then it is looked up whether there is anything to bring back. */
  nothing: boolean;
};

/** The quiet way to what was deleted in the last 30 days (R-B2), at the end of the timeline. */
export function BinLink({ scope, nothing }: Props) {
  const [open, setOpen] = useState(false);
  const { data } = useInfiniteQuery({ ...binQuery(scope), enabled: nothing });
  if (nothing && !open && rowsOf(data).length === 0) return null;
  return (
    <div className="mt-9 flex justify-center">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {texts.bin.title}
      </Button>
      {open && <BinDialog scope={scope} onClose={() => setOpen(false)} />}
    </div>
  );
}
