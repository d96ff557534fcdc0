import { useQuery } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { CheckIn } from '../../contract.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { composeTexts } from '../../compose-texts.ts';
import { texts } from '../../texts.ts';
import { filesQuery } from '../queries/check-in-queries.ts';

type Props = { entry: CheckIn; removed: string[]; onChange: (removed: string[]) => void };

/** The files of an entry. Removed files are deleted when the entry is saved; until then, the user can keep them. */
export function StoredFiles({ entry, removed, onChange }: Props) {
  const files = useQuery({ ...filesQuery(entry.id, false), enabled: entry.file_count > 0 });
  const missing = entry.missing_files.map(({ id, name, position }) => {
    return { id, name, position, note: composeTexts.edit.notArrived };
  });
  const stored = (files.data ?? []).map((file) => {
    const { id, file_name: name, position } = file;
    return { id, name, position, note: formatBytes(file.file_size) };
  });
  const all = [...stored, ...missing].sort((a, b) => a.position - b.position);

  if (files.isError && !files.data) {
    return (
      <p className="flex flex-wrap items-center gap-2 text-meta text-ink-2">
        {composeTexts.edit.filesFailed}
        <Button variant="quiet" onClick={() => void files.refetch()}>
          {texts.tryAgain}
        </Button>
      </p>
    );
  }
  if (files.isPending && entry.file_count > 0) {
    return <div aria-busy="true" style={{ height: `calc(var(--control) * ${entry.file_count} + 2px)` }} />;
  }
  if (all.length === 0) return null;
  return (
    <ul className="grid rounded-control border border-rule" aria-label={texts.viewer.files}>
      {all.map(({ id, name, note }) => {
        const isRemoved = removed.includes(id);
        const label = isRemoved ? composeTexts.edit.keepFile(name) : composeTexts.dialog.removeFile(name);
        const after = isRemoved ? removed.filter((other) => other !== id) : [...removed, id];
        return (
          <li key={id} className="flex items-center gap-3 border-t border-rule pe-1 ps-3 first:border-t-0">
            <span
              className={cx(
                'min-w-0 grow py-1.5 text-button font-medium wrap-anywhere',
                isRemoved && 'text-ink-3 line-through',
              )}
            >
              {name}
            </span>
            <span className="shrink-0 text-meta text-ink-3">{note}</span>
            <IconButton label={label} onClick={() => onChange(after)}>
              {isRemoved ? <Undo2 aria-hidden="true" size={16} /> : <X aria-hidden="true" size={16} />}
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
