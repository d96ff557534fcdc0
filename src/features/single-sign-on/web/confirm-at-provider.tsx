import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showRefusal, toastWithReason } from '#features/accounts/web/refusals.ts';
import { Button } from '#ui/button.tsx';
import { texts } from '../texts.ts';
import { about, connectionQuery, leaveFor } from './queries.ts';

/** Confirms who uses the session by signing in at the provider again, if it is connected. Leaves the page. */
export function ConfirmAtProvider() {
  const { data } = useQuery(connectionQuery);
  const [leaving, setLeaving] = useState(false);
  if (!data?.provider || !data.identity) return null;

  async function leave() {
    setLeaving(true);
    try {
      await leaveFor('confirm');
    } catch (error) {
      setLeaving(false);
      showRefusal(error, about, { toast: toastWithReason(texts.failed) });
    }
  }
  return (
    <Button busy={leaving} className="mt-3 w-full whitespace-normal!" onClick={() => void leave()}>
      {texts.confirm(data.provider)}
    </Button>
  );
}
