import { useState } from 'react';

const opened = new Set<string>();

/** Whether something is opened; a row that scrolls out of sight and back is found as it was left. */
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
