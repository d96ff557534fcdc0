import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { usePrinting } from '#ui/printing.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { CheckIn } from '../../contract.ts';
import type { Chunk } from '../queries/check-in-cache.ts';
import { EntryRow } from './entry-row.tsx';
import { useNearView } from './near-view.ts';
import { chunkHeights, estimateHeight, noteHeight } from './row-height.ts';
import { RowToolsContext } from './row-tools.tsx';

type Props = {
  /** Identifies the chunk. Undefined if its height is not kept. */
  id?: string;
  chunk: Chunk<CheckIn>;
  scope: Scope;
  today: string;
  arrived: ReadonlySet<string>;
  /** Requests more entries. Called while this chunk is near and not loaded, or `ahead`. */
  need: () => void;
  /** Whether the loaded entries end soon after this chunk. */
  ahead?: boolean;
  /** Whether the sheet around this chunk is a few screens away or closer. */
  approaching: boolean;
  /** One of the first chunks on the page: rendered immediately if loaded, on the server as well. */
  first?: boolean;
};

/** Consecutive entries, or a placeholder of their height while they are far from the viewport or not loaded. */
export function EntryChunk(props: Props) {
  const { id = '', chunk, scope, today, arrived, need, ahead, approaching, first = false } = props;
  const { rows, size } = chunk;
  const box = useRef<HTMLDivElement>(null);
  /** Of the rows that this placeholder replaced. */
  const [rowHeight, setRowHeight] = useState(() => {
    const height = chunkHeights.get(id);
    return height && height / size;
  });
  const place = useNearView(box, { initial: first && rows ? 'near' : 'far', observed: approaching });
  const near = place !== 'far';
  const printing = usePrinting();
  const hydrated = useHydrated();
  const missing = near && !rows;
  const shown = (near || printing) && rows !== undefined;

  const needs = missing || (near && ahead);
  useEffect(() => {
    if (needs) need();
  }, [needs, need]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!shown || !element) return;
    let rowHeightNow: number | undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height;
      if (!height) return;
      noteHeight(size, height);
      if (id) chunkHeights.set(id, height);
      rowHeightNow = height / size;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      // Not earlier: the rows would be rendered again for it.
      setRowHeight((before) => rowHeightNow ?? before);
    };
  }, [id, shown, size]);

  if (shown) {
    return (
      <div ref={box}>
        <RowToolsContext value={place === 'settled'}>
          {rows.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              scope={scope}
              today={today}
              arrived={arrived.has(entry.id)}
            />
          ))}
        </RowToolsContext>
      </div>
    );
  }
  const perRow = rowHeight ?? estimateHeight(1);
  const look = missing ? loadingLook(perRow, size) : { height: perRow * size };
  return (
    <div
      ref={box}
      aria-hidden="true"
      className="print:hidden"
      // The Content-Security-Policy allows no style attributes in the HTML document. The element must be there, because it is
      // observed from the first rendering on.
      style={hydrated ? look : undefined}
    />
  );
}

/** A skeleton without an element per row. Expensive to paint, so it is used only near the viewport. */
function loadingLook(perRow: number, rows: number): CSSProperties {
  return {
    height: perRow * rows,
    backgroundImage: [
      'linear-gradient(transparent 22px, var(--sunken) 22px 36px, transparent 36px)',
      'linear-gradient(transparent calc(100% - 1px), var(--rule) 0)',
    ].join(),
    backgroundSize: `45% ${perRow}px, 100% ${perRow}px`,
    backgroundPosition: 'calc(var(--gutter) * 1.4) 0, 0 0',
    backgroundRepeat: 'repeat-y',
  };
}
