// Which parts of a long list are near the window. One observer for all; parts come in one a frame, the nearest first, so
// that no frame has to build more than one of them.
import { useEffect, useState, type RefObject } from 'react';

/** How far outside of the window a part is still kept, in pixels. */
const reach = 1200;

type Part = { apply: (near: boolean) => void; near: boolean; distance: number };

const parts = new Map<Element, Part>();
const due = new Set<Element>();
let observer: IntersectionObserver | undefined;
let frame = 0;

/**
 * Whether the element is near the window. It stays so while the focus is inside. `atFirst`: what counts until the browser
 * has measured it.
 */
export function useNearView(ref: RefObject<Element | null>, atFirst = false): boolean {
  const [near, setNear] = useState(atFirst);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    observer ??= new IntersectionObserver(onCrossing, { rootMargin: `${reach}px 0px` });
    parts.set(element, { apply: setNear, near: false, distance: 0 });
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      parts.delete(element);
      due.delete(element);
    };
  }, [ref]);
  return near;
}

function onCrossing(crossings: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect: box } of crossings) {
    const part = parts.get(target);
    if (!part) continue;
    part.near = isIntersecting;
    part.distance = Math.max(0, box.top - innerHeight, -box.bottom);
    due.add(target);
  }
  frame ||= requestAnimationFrame(step);
}

function step(): void {
  frame = 0;
  const comes = [...due].filter((element) => parts.get(element)?.near);
  const next = comes.toSorted((a, b) => parts.get(a)!.distance - parts.get(b)!.distance)[0];
  const goes = [...due].filter((element) => !parts.get(element)?.near).slice(0, 2);
  if (next) {
    due.delete(next);
    parts.get(next)!.apply(true);
  }
  for (const element of goes) {
    due.delete(element);
    leave(element);
  }
  if (due.size > 0) frame = requestAnimationFrame(step);
}

function leave(element: Element): void {
  if (!element.contains(document.activeElement)) {
    parts.get(element)?.apply(false);
    return;
  }
  const retry = () => {
    if (!parts.has(element)) return;
    due.add(element);
    frame ||= requestAnimationFrame(step);
  };
  element.addEventListener('focusout', retry, { once: true });
}
