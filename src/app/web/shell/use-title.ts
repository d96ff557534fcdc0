import { useEffect } from 'react';
import { instance } from '../instance.ts';

/** Names the window after the page; without a name it bears the instance's alone. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${instance.instanceName}` : instance.instanceName;
  }, [title]);
}
