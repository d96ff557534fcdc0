import { useEffect, useState } from 'react';
import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';
import { navigate } from '#platform/navigation/navigation.ts';
import { whenActive } from '#features/check-ins/web/outbox/when-active.ts';
import { paths } from '../../paths.ts';

const InboxLink = fetched(
  async () => (await import('#features/suggestions/web/inbox-link.tsx')).InboxLink,
  NoPart,
);

/** How many suggestions wait, once the page is idle or in use. Nothing if there are none. */
export function WaitingSuggestions({ userId }: { userId: string }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenActive(() => setDue(true)), []);
  return isDue && <InboxLink userId={userId} href={paths.inbox} onGo={() => void navigate(paths.inbox)} />;
}
