import { useEffect } from 'react';
import { isSingleKey } from '#ui/keys.ts';

/** Marks the field. */
export const searchField = { 'data-search': '' };

/** Puts the cursor into the search field, once it stands there. */
export function focusSearch(frames = 30): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field) {
    field.focus();
    field.select();
  } else if (frames > 0) requestAnimationFrame(() => focusSearch(frames - 1));
}

/** `/` leads to the search from anywhere on the timeline. */
export function useSearchKey(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !isSingleKey(event)) return;
      event.preventDefault();
      focusSearch();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
