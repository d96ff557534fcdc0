import type { ComponentProps } from 'react';
import { fetched } from '#ui/fetched.tsx';
import type { RecordedElsewhere } from './recorded-elsewhere.tsx';

/**
 * What other instances recorded. Few users have any, so its code is loaded when a list shows it. Without a connection, the
 * list is shown alone.
 */
export const Elsewhere = fetched<ComponentProps<typeof RecordedElsewhere>>(
  async () => (await import('./recorded-elsewhere.tsx')).RecordedElsewhere,
  () => null,
);
