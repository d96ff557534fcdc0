// Tracks which parts of a long list are near the viewport, with one shared observer. Shows one part per frame, the
// nearest first, so that no frame has to render more than one.
import { useEffect, useState, type RefObject } from 'react';

/** How far outside of the viewport a part still counts as near, in pixels. */
const marginPx = 1200;

type Part = { apply: (near: boolean) => void; near: boolean; distance: number };

const parts = new Map<Element, Part>();
const queue = new Set<Element>();
let observer: IntersectionObserver | undefined;
let frame = 0;

/**
 * Whether the element is near the viewport. An element with the focus inside stays near. `initial`: the value until the
 * browser has measured the element.
 */
export function useNearView(ref: RefObject<Element | null>, initial = false): boolean {
  const [near, setNear] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    observer ??= new IntersectionObserver(onCrossing, { rootMargin: `${marginPx}px 0px` });
    parts.set(element, { apply: setNear, near: false, distance: 0 });
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      parts.delete(element);
      queue.delete(element);
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
    queue.add(target);
  }
  frame ||= requestAnimationFrame(step);
}

function step(): void {
  frame = 0;
  const entering = [...queue].filter((element) => parts.get(element)?.near);
  const next = entering.toSorted((a, b) => parts.get(a)!.distance - parts.get(b)!.distance)[0];
  const leaving = [...queue].filter((element) => !parts.get(element)?.near).slice(0, 2);
  if (next) {
    queue.delete(next);
    parts.get(next)!.apply(true);
  }
  for (const element of leaving) {
    queue.delete(element);
    leave(element);
  }
  if (queue.size > 0) frame = requestAnimationFrame(step);
}

function leave(element: Element): void {
  if (!element.contains(document.activeElement)) {
    parts.get(element)?.apply(false);
    return;
  }
  const retry = () => {
    if (!parts.has(element)) return;
    queue.add(element);
    frame ||= requestAnimationFrame(step);
  };
  element.addEventListener('focusout', retry, { once: true });
}
