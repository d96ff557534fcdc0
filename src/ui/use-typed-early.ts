import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A ref for a controlled field on a page that the server renders: what the user typed before React took the page over is
 * passed to `take`. Otherwise the next rendering would put the old value back.
 */
export function useTypedEarly<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  take: (typed: string) => void,
): RefObject<Field | null> {
  const ref = useRef<Field>(null);
  const takeTyped = useEffectEvent(take);
  useLayoutEffect(() => {
    const field = ref.current;
    if (field && field.value !== field.defaultValue) takeTyped(field.value);
  }, []);
  return ref;
}

/** The same for a controlled checkbox. */
export function useCheckedEarly(take: (checked: boolean) => void): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const takeChecked = useEffectEvent(take);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box && box.checked !== box.defaultChecked) takeChecked(box.checked);
  }, []);
  return ref;
}
