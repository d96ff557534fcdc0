import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A ref for a controlled field on a page that the server renders: what the user typed before React took the page over is
 * passed to `take`. Otherwise the next rendering would put the old value back.
 */
export function useTypedEarly<Field extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  take: (typed: string) => void,
): RefObject<Field | null> {
  return useFound<Field>((field) => {
    if (field.value !== field.defaultValue) take(field.value);
  });
}

/** The same for a controlled checkbox. */
export function useCheckedEarly(take: (checked: boolean) => void): RefObject<HTMLInputElement | null> {
  return useFound((box) => {
    if (box.checked !== box.defaultChecked) take(box.checked);
  });
}

/** A ref whose element is passed to `look` as it is on the page, before the browser paints again. */
function useFound<Found extends Element>(look: (found: Found) => void): RefObject<Found | null> {
  const ref = useRef<Found>(null);
  const lookAt = useEffectEvent(look);
  useLayoutEffect(() => {
    if (ref.current) lookAt(ref.current);
  }, []);
  return ref;
}
