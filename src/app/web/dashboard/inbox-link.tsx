import { useEffect, useState } from 'react';
import { fetched, NoPart } from '#ui/fetched.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { navigate } from '#platform/navigation/navigation.ts';
import { paths } from '../../paths.ts';

const InboxLink = fetched(
  async () => (await import('#features/suggestions/web/inbox-link.tsx')).InboxLink,
  NoPart,
);

/** How many suggestions wait, once the page is idle. Nothing if there are none. */
export function WaitingSuggestions({ userId }: { userId: string }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && <InboxLink userId={userId} href={paths.inbox} onGo={() => void navigate(paths.inbox)} />;
}
