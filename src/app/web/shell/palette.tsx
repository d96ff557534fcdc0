import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { KeyHint } from '#ui/key-hint.tsx';
import { Palette } from '#ui/palette.tsx';
import { texts } from '../texts.ts';
import { paletteTexts } from './palette-texts.ts';
import { useCommands } from './palette-commands.tsx';
import { matching } from './palette-match.ts';
import type { PaletteView } from './palette-state.ts';
import { ShortcutsList } from './shortcuts-list.tsx';

type Props = { view: PaletteView; onClose: () => void };

/** Finds any available command by a few letters of its name. */
export function CommandPalette({ view, onClose }: Props) {
  const [input, setInput] = useState('');
  const [list, setList] = useState(view === 'shortcuts');
  const signedIn = useQueryClient().getQueryData(sessionQuery.queryKey) ?? null;
  const commands = matching(
    useCommands(signedIn, input, () => setList(true)),
    input,
  );
  return (
    <Palette
      label={texts.openPalette}
      typed={input}
      onType={(next) => {
        setInput(next);
        setList(false);
      }}
      items={commands.map(({ keys, Icon, ...command }) => ({
        ...command,
        icon: <Icon size={16} />,
        hint: keys && <KeyHint keys={keys} />,
      }))}
      count={paletteTexts.count(commands.length)}
      onClose={onClose}
    >
      {list && <ShortcutsList />}
    </Palette>
  );
}
