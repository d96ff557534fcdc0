import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isCommand, isModal, isSingleKey, letterOf } from '#ui/keys.ts';
import { paths } from '../../paths.ts';
import { showPalette } from './palette-state.ts';

/** Opens Add Check-in from wherever the person is. */
export function useAddEntry(): () => void {
  const navigate = useNavigate();
  return () => {
    async function add() {
      if (location.pathname !== paths.home) await navigate({ to: paths.home });
      // Fetched here: the settings alone do not need it.
      const { openComposer } = await import('#features/check-ins/web/compose/composer.ts');
      openComposer();
    }
    void add();
  };
}

/** The keys that work on every page: `c` adds an entry, Ctrl+K opens the palette, `?` its list of keys. */
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
