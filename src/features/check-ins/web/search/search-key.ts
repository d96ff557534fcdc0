import { useEffect } from 'react';
import { parseSearch } from '#platform/navigation/navigation.ts';
import { isSingleKey } from '#ui/keys.ts';
import { dropAsk } from '../compose/asks.ts';

/** Marks the search field. */
export const searchField = { 'data-search': '' };

/** Focuses the search field as soon as it is rendered. */
export function focusSearch(frames = 30): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field) {
    field.focus();
    field.select();
  } else if (frames > 0) requestAnimationFrame(() => focusSearch(frames - 1));
}

/** Focuses the search on `/`, anywhere on the timeline, and on a page opened with `/?find`. */
export function useSearchKey(): void {
  useEffect(() => {
    if ('find' in parseSearch(location.search)) {
      focusSearch();
      dropAsk('find');
    }
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || !isSingleKey(event)) return;
      event.preventDefault();
      focusSearch();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
