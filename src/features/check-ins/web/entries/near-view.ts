// Tracks which parts of a long list are near the viewport, with one shared observer. Shows one part per frame, the
// nearest first, so that no frame has to render more than one.
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** How far outside of the viewport a part still counts as near, in pixels. */
const marginPx = 1800;
/** How far outside of the viewport an element counts as approaching, in pixels: a few frames of the fastest scrolling. */
const approachPx = 5000;

type Part = { apply: (near: boolean) => void; near: boolean; distance: number };

const parts = new Map<Element, Part>();
const queue = new Set<Element>();
let observer: IntersectionObserver | undefined;
let frame = 0;

type Options = {
  /** The value until the browser has measured the element. */
  initial?: boolean;
  /** Whether to observe the element. Each observed element costs time in every frame, so far ones should not be. */
  observed?: boolean;
};

/** Whether the element is near the viewport. An element with the focus inside stays near. */
export function useNearView(
  ref: RefObject<Element | null>,
  { initial = false, observed = true }: Options = {},
): boolean {
  const [near, setNear] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    parts.set(element, { apply: setNear, near: false, distance: 0 });
    return () => {
      parts.delete(element);
      queue.delete(element);
    };
  }, [ref]);
  useEffect(() => {
    const element = ref.current;
    if (!element || !observed) return;
    observer ??= new IntersectionObserver(onCrossing, { rootMargin: `${marginPx}px 0px` });
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      const part = parts.get(element);
      if (!part) return;
      part.near = false;
      enqueue(element);
    };
  }, [ref, observed]);
  return near;
}

const approaching = new Map<Element, (value: boolean) => void>();
/** By margin. */
const approachObservers = new Map<number, IntersectionObserver>();

function approachObserver(margin: number): IntersectionObserver {
  const observer =
    approachObservers.get(margin) ??
    new IntersectionObserver(
      (crossings) => {
        for (const { target, isIntersecting } of crossings) approaching.get(target)?.(isIntersecting);
      },
      { rootMargin: `${margin}px 0px` },
    );
  approachObservers.set(margin, observer);
  return observer;
}

/**
 * Whether the element is at most `margin` pixels outside of the viewport. By default, a few screens: time to observe its
 * parts, and to load what they show.
 */
export function useApproaching(ref: RefObject<Element | null>, margin = approachPx): boolean {
  const [value, setValue] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observing = approachObserver(margin);
    approaching.set(element, setValue);
    observing.observe(element);
    return () => {
      observing.unobserve(element);
      approaching.delete(element);
    };
  }, [ref, margin]);
  return value;
}

function onCrossing(crossings: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect: box, rootBounds } of crossings) {
    const part = parts.get(target);
    if (!part) continue;
    part.near = isIntersecting;
    // Not innerHeight: reading it would force a layout in the middle of a frame.
    const bottom = (rootBounds?.bottom ?? 0) - marginPx;
    part.distance = Math.max(0, box.top - bottom, -box.bottom);
    enqueue(target);
  }
}

function enqueue(element: Element): void {
  queue.add(element);
  frame ||= requestAnimationFrame(step);
}

function step(): void {
  frame = 0;
  const entering = [...queue].filter((element) => parts.get(element)?.near);
  const next = entering.toSorted((a, b) => parts.get(a)!.distance - parts.get(b)!.distance)[0];
  const leaving = [...queue].filter((element) => !parts.get(element)?.near).slice(0, 2);
  // In this frame: React would render it after the frame, and fast scrolling would reach it before.
  flushSync(() => {
    if (next) {
      queue.delete(next);
      parts.get(next)!.apply(true);
    }
    for (const element of leaving) {
      queue.delete(element);
      leave(element);
    }
  });
  if (queue.size > 0) frame = requestAnimationFrame(step);
}

function leave(element: Element): void {
  if (!element.contains(document.activeElement)) {
    parts.get(element)?.apply(false);
    return;
  }
  const retry = () => {
    if (parts.has(element)) enqueue(element);
  };
  element.addEventListener('focusout', retry, { once: true });
}
