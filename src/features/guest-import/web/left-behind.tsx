import Download from 'lucide-react/icons/download';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { importTexts as texts } from '../texts.ts';
import { DiscardDialog } from './import-question.tsx';
import { bytesOf, type Leftover } from './import-store.ts';

type Props = { left: readonly Leftover[]; onRetry: () => void; close: ReactNode };

/** The items that could not be imported, each with its reason and a download. */
export function LeftBehind({ left, onRetry, close }: Props) {
  const [discarding, setDiscarding] = useState(false);
  const count = (counted: Leftover['kind']) => left.filter(({ kind }) => kind === counted).length;
  const held = {
    ...{ entries: count('entry'), goals: count('goal'), files: count('file') },
    ...{ packets: count('packet'), hidden: 0 },
  };
  return (
    <>
      <p className="text-ui text-ink">{texts.left(left.length)}</p>
      <ul className="w-full divide-y divide-rule border-y border-rule">
        {left.map((item) => (
          <li key={item.id} className="flex items-center gap-3 py-1.5">
            <div className="min-w-0 grow">
              <p dir="auto" className="text-button wrap-anywhere">
                {item.name}
              </p>
              <p className="text-meta text-ink-2">{item.why}</p>
            </div>
            <IconButton label={texts.download(item.name)} onClick={() => void save(item)}>
              <Download aria-hidden="true" size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!left.every(({ isRefused }) => isRefused) && <Button onClick={onRetry}>{texts.again}</Button>}
        <Button onClick={() => setDiscarding(true)}>{texts.deleteLeft}</Button>
        {close}
      </div>
      {discarding && <DiscardDialog held={held} onClose={() => setDiscarding(false)} />}
    </>
  );
}

async function save(left: Leftover): Promise<void> {
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
