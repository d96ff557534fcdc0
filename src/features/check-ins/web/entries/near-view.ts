// Tracks which parts of a long list are near the viewport, with one shared observer. Shows one part per frame, the
// nearest first, so that no frame has to render more than one. What a part needs only for the pointer or the keyboard
// follows in frames that show no part, so that fast scrolling does not wait for it.
import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { whenUsed } from '#ui/page-use.ts';

/** How far outside of the viewport a part still counts as near, in pixels. Until the page is in use, only visible parts are. */
const usedMarginPx = 1800;
/** How far outside of the viewport an element counts as approaching, in pixels: a few frames of the fastest scrolling. */
const approachPx = 5000;

/** `far`: outside of the margin. `near`: to be shown. `settled`: to be shown with everything. */
export type Place = 'far' | 'near' | 'settled';

/** How long no part must have been shown before parts settle, in milliseconds. */
const settleMs = 100;

type Part = { place: Place; setPlace: (place: Place) => void; near: boolean; distance: number };

const parts = new Map<Element, Part>();
const queue = new Set<Element>();
const observed = new Set<Element>();
let marginPx = 0;
let observer: IntersectionObserver | undefined;
let frame = 0;
/** When a part was last shown. */
let shownAt = 0;

type Options = {
  /** The value until the browser has measured the element. */
  initial?: Place;
  /** Whether to observe the element. Each observed element costs time in every frame, so far ones should not be. */
  observed?: boolean;
};

/** Where the element is. An element with the focus inside does not become far. */
export function useNearView(
  ref: RefObject<Element | null>,
  { initial = 'far', observed: isObserved = true }: Options = {},
): Place {
  const [place, setPlace] = useState(initial);
  const first = useRef(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    parts.set(element, { place: first.current, setPlace, near: false, distance: 0 });
    return () => {
      parts.delete(element);
      queue.delete(element);
    };
  }, [ref]);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isObserved) return;
    if (!observer) {
      observer = makeObserver();
      whenUsed(widen);
    }
    observed.add(element);
    observer.observe(element);
    return () => {
      observed.delete(element);
      observer?.unobserve(element);
      const part = parts.get(element);
      if (!part) return;
      part.near = false;
      enqueue(element);
    };
  }, [ref, isObserved]);
  return place;
}

const makeObserver = () => new IntersectionObserver(onCrossing, { rootMargin: `${marginPx}px 0px` });

function widen(): void {
  observer?.disconnect();
  marginPx = usedMarginPx;
  observer = makeObserver();
  for (const element of observed) observer.observe(element);
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
    // What the server has rendered stays until the page is in use.
    if (!part || (!isIntersecting && marginPx === 0)) continue;
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
  const waiting = [...queue].map((element) => ({ element, part: parts.get(element)! }));
  const entering = waiting
    .filter(({ part }) => part.near)
    .toSorted((a, b) => a.part.distance - b.part.distance);
  const now = performance.now();
  let next = entering.find(({ part }) => part.place === 'far');
  if (next) shownAt = now;
  else if (now - shownAt > settleMs) [next] = entering;
  const leaving = waiting.filter(({ part }) => !part.near).slice(0, 2);
  // In this frame: React would render it after the frame, and fast scrolling would reach it before.
  flushSync(() => {
    if (next) move(next.part, next.part.place === 'far' ? 'near' : 'settled');
    if (next?.part.place === 'settled') queue.delete(next.element);
    for (const { element, part } of leaving) {
      queue.delete(element);
      leave(element, part);
    }
  });
  // What was rendered may have asked for the next frame.
  if (queue.size > 0) frame ||= requestAnimationFrame(step);
}

function move(part: Part, place: Place): void {
  part.place = place;
  part.setPlace(place);
}

function leave(element: Element, part: Part): void {
  if (!element.contains(document.activeElement)) {
    move(part, 'far');
    return;
  }
  const retry = () => {
    if (parts.has(element)) enqueue(element);
  };
  element.addEventListener('focusout', retry, { once: true });
}
