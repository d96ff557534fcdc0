import Check from 'lucide-react/icons/check';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Dropdown } from './dropdown.tsx';

type MenuProps = {
  /** Accessible name of the menu. */
  label: string;
  /** Accessible name of the button, if it only shows an icon. */
  buttonLabel?: string;
  button: ReactNode;
  buttonClass: string;
  /** Shown above the items; not selectable. */
  heading?: ReactNode;
  children: ReactNode;
};

function itemsOf(menu: Element | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** A dropdown menu. */
export function Menu({ label, heading, children, ...button }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);

  function focusFirst() {
    const items = itemsOf(list.current);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
  }

  function moveFocus(event: KeyboardEvent) {
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      items[target]?.focus();
    }
    if (event.key === 'Tab') list.current?.closest<HTMLElement>('[popover]')?.hidePopover();
  }

  return (
    <Dropdown popup="menu" onOpen={focusFirst} {...button}>
      {heading && <div className="border-b border-rule px-3 pt-1.5 pb-2.5">{heading}</div>}
      <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
        {children}
      </div>
    </Dropdown>
  );
}

type ItemProps = {
  icon?: ReactNode;
  /** Makes it a radio item, checked or not. */
  checked?: boolean;
  /** Not set: the item is not available. It can have the focus, so that screen readers find it, but does nothing. */
  onSelect?: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, checked, onSelect, children }: ItemProps) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={onSelect === undefined || undefined}
      tabIndex={-1}
      className={cx(
        'flex min-h-control w-full items-center gap-2.5 rounded-sheet px-3 text-start text-button',
        'hover:bg-sunken focus:bg-sunken focus-visible:-outline-offset-2',
        !onSelect && 'cursor-default font-normal text-ink-3',
      )}
      onClick={(event) => {
        if (!onSelect) return;
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onSelect();
      }}
    >
      {icon}
      <span className="grow">{children}</span>
      {checked && <Check aria-hidden="true" size={16} className="text-primary" />}
    </button>
  );
}
