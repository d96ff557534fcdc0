import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { renderedForTouch } from '#platform/reader/reader.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { CheckIn } from '../../contract.ts';
import { texts } from '../../texts.ts';
import { openEditor } from '../drafts/editor.ts';
import { EntryPartsContext } from './entry-parts.ts';

let coarse: MediaQueryList | undefined;
const pointer = () => (coarse ??= matchMedia('(pointer: coarse)'));

function onPointerChange(listener: () => void): () => void {
  pointer().addEventListener('change', listener);
  return () => pointer().removeEventListener('change', listener);
}

/** Whether to show an always visible menu instead of the hover bar, because touch devices have no hover. */
export function useTouch(): boolean {
  return useSyncExternalStore(onPointerChange, () => pointer().matches, renderedForTouch);
}

/** Its code is loaded with the editor, when the page is idle. */
async function remove(queries: QueryClient, scope: Scope, entry: CheckIn): Promise<void> {
  const { deleteEntry } = await import('./delete-entry.ts');
  await deleteEntry(queries, scope, entry);
}

type Props = { entry: CheckIn; scope: Scope };

function useTools({ entry, scope }: Props): { label: string; Icon: LucideIcon; run: () => void }[] {
  const queries = useQueryClient();
  const added = use(EntryPartsContext)?.tools ?? [];
  const { edit, delete: deletion } = texts.tools;
  return [
    ...added.map(({ run, ...tool }) => ({ ...tool, run: () => run(entry) })),
    { label: edit, Icon: Pencil, run: () => void openEditor(entry) },
    { label: deletion, Icon: Trash2, run: () => void remove(queries, scope, entry) },
  ];
}

/** Whether the tools of the rows are rendered: not while the user scrolls past, because they cost as much as the row. */
export const RowToolsContext = createContext(false);

/** The actions of an entry, on a bar that appears on hover or keyboard focus. */
export function RowBar(props: Props) {
  return use(RowToolsContext) && <Bar {...props} />;
}

function Bar(props: Props) {
  return (
    <div className="pointer-events-none absolute print:hidden top-3 inset-e-2 flex rounded-control bg-sheet opacity-0 transition-opacity group-hover:pointer-events-auto group-hover:opacity-100 focus-within:pointer-events-auto focus-within:opacity-100">
      {useTools(props).map(({ label, Icon, run }) => (
        <IconButton key={label} label={label} onClick={run}>
          <Icon aria-hidden="true" size={16} />
        </IconButton>
      ))}
    </div>
  );
}

/** The same actions as a menu, for touch devices. Its place and its dots are there from the start. */
export function RowMenu(props: Props) {
  const rendered = use(RowToolsContext);
  return (
    <div
      className={cx('float-end -mt-2.5 -me-2 size-control print:hidden', !rendered && 'icon-dots text-ink-3')}
    >
      {rendered && <ToolsMenu {...props} />}
    </div>
  );
}

function ToolsMenu(props: Props) {
  return (
    <Menu
      label={texts.tools.label}
      buttonLabel={texts.tools.more}
      button={<Ellipsis aria-hidden="true" size={18} />}
      buttonClass="grid size-control place-items-center rounded-control text-ink-3"
    >
      {useTools(props).map(({ label, Icon, run }) => (
        <MenuItem key={label} icon={<Icon aria-hidden="true" size={16} />} onSelect={run}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
