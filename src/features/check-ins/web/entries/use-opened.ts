import { useState } from 'react';

const opened = new Set<string>();

/** The open state by id. Survives unmounting, so that a row that scrolls out of view and back stays open. */
export function useOpened(id: string): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => opened.has(id));
  return [
    open,
    (next) => {
      if (next) opened.add(id);
      else opened.delete(id);
      setOpen(next);
    },
  ];
}
