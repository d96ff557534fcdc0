import Search from 'lucide-react/icons/search';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { useShownModal } from './use-shown-modal.ts';

export type PaletteItem = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Shown at the end of the line, such as the shortcut. */
  hint?: ReactNode;
  /** Keeps the palette open when this item is chosen. */
  stays?: boolean;
  onChoose: () => void;
};

type Props = {
  /** Accessible name of the dialog and its text field. */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  items: PaletteItem[];
  /** Result count as text, announced when it changes. */
  count: string;
  onClose: () => void;
  /** Shown instead of the items. */
  children?: ReactNode;
};

/** A search field with a list of items: type to filter, arrows to move, Enter to choose, Escape to close. */
export function Palette({ label, typed, onType, items, count, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [at, setAt] = useState(0);
  const shown = children ? [] : items;
  const active = shown[Math.min(at, shown.length - 1)];
  const optionId = (item: PaletteItem) => `${listId}-${item.id}`;
  const activeId = active && optionId(active);
  useShownModal(dialog, true);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    if (!item.stays) onClose();
    item.onChoose();
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') choose(active);
    else if (step && shown.length > 0)
      setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      className="mx-auto mt-[max(1rem,calc(var(--window)*0.12))] mb-0 flex max-h-[min(32rem,calc(var(--window)*0.76))] w-[calc(100%-2rem)] max-w-[35rem] animate-open flex-col overflow-hidden rounded-dialog border border-rule bg-sheet p-0 text-ink shadow-float"
    >
      <div className="flex items-center gap-3 rounded-t-dialog border-b border-rule pe-3 ps-4 -outline-offset-2 outline-focus has-focus-visible:outline-2">
        <Search aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
        <input
          data-autofocus
          dir="auto"
          role="combobox"
          aria-label={label}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          placeholder={label}
          value={typed}
          className="h-13 w-full bg-transparent text-ui outline-none placeholder:text-ink-3"
          onChange={(event) => {
            setAt(0);
            onType(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {children ? '' : count}
      </p>
      <div className="overflow-y-auto overscroll-contain">
        {children}
        <div id={listId} role="listbox" aria-label={label} className={cx(shown.length > 0 && 'p-1.5')}>
          {shown.map((item) => (
            <button
              key={item.id}
              type="button"
              tabIndex={-1}
              id={optionId(item)}
              role="option"
              aria-selected={item === active}
              className={cx(
                'flex min-h-control w-full cursor-default text-start items-center gap-3 rounded-sheet px-2.5 py-1 text-button font-medium',
                item === active && 'bg-sunken',
              )}
              // Keep the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(shown.indexOf(item))}
              onClick={() => choose(item)}
            >
              <span aria-hidden="true" className="shrink-0 text-ink-3">
                {item.icon}
              </span>
              <span className="min-w-0 grow wrap-anywhere">{item.label}</span>
              {/* Shortcuts are useless on touch screens. */}
              {item.hint && <span className="flex pointer-coarse:hidden">{item.hint}</span>}
            </button>
          ))}
        </div>
        {!children && shown.length === 0 && (
          <p className="px-4 py-5 text-button font-normal text-ink-2">{count}</p>
        )}
      </div>
    </dialog>
  );
}
