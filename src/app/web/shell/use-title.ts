import { useEffect } from 'react';
import { instance } from '../instance.ts';

/** Sets the document title to the page's title and the instance's name, or to the name alone. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${instance.instanceName}` : instance.instanceName;
  }, [title]);
}
