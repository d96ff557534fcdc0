import { useLayoutEffect, useRef, useState } from 'react';
import { useApproaching, useNearView } from '#features/check-ins/web/entries/near-view.ts';
import type { InboxItem } from './inbox-data.ts';
import { SuggestionRow, type RowActions } from './suggestion-row.tsx';

/** Pixels of a row that was not rendered yet. */
const estimatedHeight = 84;

type Props = {
  items: readonly InboxItem[];
  timezone: string;
  selected: ReadonlySet<string>;
  actions: RowActions;
  /** Rendered wherever it is: at the top of the page, or with the row that gets the focus. */
  shown: boolean;
};

/** Consecutive rows, or a placeholder of their height while they are far from the viewport. */
export function RowChunk({ items, timezone, selected, actions, shown }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(estimatedHeight);
  const observed = useApproaching(box);
  const place = useNearView(box, { initial: shown ? 'near' : 'far', observed });
  const isRendered = shown || place !== 'far';
  useLayoutEffect(() => {
    const element = box.current;
    if (!isRendered || !element) return undefined;
    return () => setRowHeight(element.offsetHeight / items.length || estimatedHeight);
  }, [isRendered, items.length]);
  if (!isRendered) return <div ref={box} aria-hidden="true" style={{ height: rowHeight * items.length }} />;
  return (
    <div ref={box}>
      {items.map((item) => (
        <SuggestionRow
          key={item.key}
          item={item}
          timezone={timezone}
          selected={selected.has(item.key)}
          actions={actions}
        />
      ))}
    </div>
  );
}
