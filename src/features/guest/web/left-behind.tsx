import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { importTexts as words } from '../import-texts.ts';
import { DiscardDialog } from './import-question.tsx';
import { bytesOf, type Left } from './import-store.ts';

type Props = { left: readonly Left[]; onAgain: () => void; close: ReactNode };

/** What the server did not take, each with its reason and a way to keep it elsewhere. */
export function LeftBehind({ left, onAgain, close }: Props) {
  const [discarding, setDiscarding] = useState(false);
  const count = (wanted: Left['kind']) => left.filter(({ kind }) => kind === wanted).length;
  const held = { entries: count('entry'), goals: count('goal'), files: count('file'), hidden: 0 };
  return (
    <>
      <p className="text-ui text-ink">{words.left(left.length)}</p>
      <ul className="w-full divide-y divide-rule border-y border-rule">
        {left.map((one) => (
          <li key={one.id} className="flex items-center gap-3 py-1.5">
            <div className="min-w-0 grow">
              <p dir="auto" className="text-button wrap-anywhere">
                {one.name}
              </p>
              <p className="text-meta text-ink-2">{one.why}</p>
            </div>
            <IconButton label={words.download(one.name)} onClick={() => void save(one)}>
              <Download aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onAgain}>{words.again}</Button>
        <Button onClick={() => setDiscarding(true)}>{words.deleteLeft}</Button>
        {close}
      </div>
      {discarding && <DiscardDialog held={held} onClose={() => setDiscarding(false)} />}
    </>
  );
}

async function save(left: Left): Promise<void> {
  const bytes = await bytesOf(left);
  if (!bytes) return;
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = left.kind === 'file' ? left.name : `${left.kind}.txt`;
  link.click();
  // The browser reads the bytes after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
