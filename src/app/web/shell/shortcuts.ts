import { useEffect, useEffectEvent } from 'react';
import { isCommand, isModal, isSingleKey, letterOf } from '#ui/keys.ts';
import { paths } from '../../paths.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { showPalette } from './palette-state.ts';

/** Opens Add Check-in from any page. */
export function useAddEntry(): () => void {
  return () => {
    async function add() {
      if (location.pathname !== paths.home) await navigate(paths.home);
      // Loaded on demand: the settings page does not need it otherwise.
      const { openComposer } = await import('#features/check-ins/web/drafts/composer.ts');
      openComposer();
    }
    void add();
  };
}

/** The shortcuts of every page: `c` adds an entry, Ctrl+K opens the palette, `?` its list of shortcuts. */
export function useShortcuts(): void {
  const add = useAddEntry();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const letter = letterOf(event);
    if (letter === 'k' && isCommand(event) && !isModal()) showPalette('commands');
    else if (!isSingleKey(event)) return;
    else if (event.key === '?') showPalette('shortcuts');
    else if (letter === 'c' && !event.shiftKey) add();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
