import GripVertical from 'lucide-react/icons/grip-vertical';
import type { KeyboardEvent, PointerEvent } from 'react';

type Props = {
  label: string;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/** Moves an item or a group: by dragging, or with Alt and the arrow keys. */
export function DragHandle({ label, onGrab, onKeyDown }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onPointerDown={onGrab}
      onKeyDown={onKeyDown}
      className="grid size-control shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-3 hover:bg-sunken"
    >
      <GripVertical aria-hidden="true" size={18} />
    </button>
  );
}
