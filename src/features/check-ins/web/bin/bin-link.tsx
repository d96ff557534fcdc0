import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { FailedOverlay } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { usePageUse } from '#ui/page-use.ts';
import { texts } from '../../texts.ts';
import { rowsOf } from '../queries/check-in-cache.ts';
import { binQuery } from '../queries/check-in-queries.ts';
import { useApproaching } from '../entries/near-view.ts';

const BinDialog = fetched(async () => (await import('./bin-dialog.tsx')).BinDialog, FailedOverlay);

/** How far below the viewport the end of the timeline is near, in pixels. */
const nearPx = 1200;

/**
 * The link to the entries deleted in the last 30 days (R-B2), at the end of the timeline. Shown if there are any, which
 * it checks when the page is in use and the end of the timeline near the viewport.
 */
export function BinLink({ scope }: { scope: Scope }) {
  const container = useRef<HTMLDivElement>(null);
  const near = useApproaching(container, nearPx);
  const used = usePageUse();
  const [open, setOpen] = useState(false);
  const { data } = useInfiniteQuery({ ...binQuery(scope), enabled: near && used });
  const shown = open || rowsOf(data).length > 0;
  return (
    <div ref={container} className="mt-9 flex min-h-px justify-center print:hidden">
      {shown && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {texts.bin.title}
        </Button>
      )}
      {open && <BinDialog scope={scope} onClose={() => setOpen(false)} />}
    </div>
  );
}
