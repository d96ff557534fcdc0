// Drag and drop reordering for mouse and touch: the row follows the pointer, the others make room, and releasing it
// reports the new order. Escape or a lost pointer cancels. Rows are siblings with their id in `data-draggable`. The nearest
// ancestor with `data-scrolls` scrolls, or else the page.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type PointerEvent } from 'react';

/** Distance from the edge of what scrolls, in pixels, within which it does. */
const edge = 64;
const scrollStep = 9;

type Drag = {
  rows: HTMLElement[];
  scroller: Element;
  /** Middle and height of each row in what scrolls when the drag began. */
  boxes: { middle: number; height: number }[];
  from: number;
  to: number;
  startY: number;
  pointer: number;
  pointerId: number;
  frame: number;
};

/** `order` identifies the rendered order. `onDrop` gets the row's id and the id of the row it was dropped behind. */
export function useDragOrder(order: string, onDrop: (id: string, after: string | null) => void) {
  const drag = useRef<Drag>(undefined);
  const dropped = useEffectEvent(onDrop);

  // Drop the drag transforms in the same frame in which the new order is rendered.
  useLayoutEffect(clear, [order]);

  useEffect(() => {
    function move(event: globalThis.PointerEvent) {
      if (event.pointerId !== drag.current?.pointerId) return;
      drag.current.pointer = event.clientY;
      draw(drag.current);
    }
    function end(event: globalThis.PointerEvent) {
      const held = drag.current;
      if (event.pointerId !== held?.pointerId) return;
      stop();
      if (event.type === 'pointercancel' || held.to === held.from) {
        clear();
        return;
      }
      const others = held.rows.filter((_, index) => index !== held.from);
      const id = held.rows[held.from]?.dataset['draggable'];
      if (id !== undefined) dropped(id, others[held.to - 1]?.dataset['draggable'] ?? null);
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !drag.current) return;
      // It only cancels the drag, and closes no dialog.
      event.preventDefault();
      stop();
      clear();
    }
    function stop() {
      if (drag.current) cancelAnimationFrame(drag.current.frame);
      drag.current = undefined;
    }
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKeyDown);
    return () => {
      stop();
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKeyDown);
    };
  }, []);

  return function begin(event: PointerEvent<HTMLElement>): void {
    const row = event.currentTarget.closest<HTMLElement>('[data-draggable]');
    if (!row?.parentElement || event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...row.parentElement.querySelectorAll<HTMLElement>(':scope > [data-draggable]')];
    const from = rows.indexOf(row);
    const scroller = row.closest('[data-scrolls]') ?? document.documentElement;
    const held: Drag = {
      rows,
      scroller,
      boxes: rows.map((element) => {
        const { top, height } = element.getBoundingClientRect();
        return { middle: top + scroller.scrollTop + height / 2, height };
      }),
      from,
      to: from,
      startY: event.clientY + scroller.scrollTop,
      pointer: event.clientY,
      pointerId: event.pointerId,
      frame: 0,
    };
    drag.current = held;
    row.dataset['dragged'] = '';
    const follow = () => {
      const { top, bottom } = visibleEdges(scroller);
      if (held.pointer < top + edge) scroller.scrollBy(0, -scrollStep);
      else if (held.pointer > bottom - edge) scroller.scrollBy(0, scrollStep);
      draw(held);
      held.frame = requestAnimationFrame(follow);
    };
    held.frame = requestAnimationFrame(follow);
  };
}

function visibleEdges(scroller: Element): { top: number; bottom: number } {
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top: Math.max(0, top), bottom: Math.min(innerHeight, bottom) };
}

function draw(drag: Drag): void {
  const { rows, boxes, from, scroller } = drag;
  const own = boxes[from];
  if (!own) return;
  const by = drag.pointer + scroller.scrollTop - drag.startY;
  const middle = own.middle + by;
  drag.to = boxes.filter((box, index) => index !== from && box.middle < middle).length;
  for (const [index, row] of rows.entries()) {
    const up = index > from && index <= drag.to;
    const down = index < from && index >= drag.to;
    const shift = index === from ? by : up ? -own.height : down ? own.height : 0;
    row.style.transform = shift === 0 ? '' : `translateY(${shift}px)`;
  }
}

function clear(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-draggable]')) {
    row.style.transform = '';
    delete row.dataset['dragged'];
  }
}
