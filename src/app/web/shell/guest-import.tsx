import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { monthsQuery } from '#features/check-ins/web/queries/check-in-queries.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { goalsQuery } from '#features/goals/web/goal-queries.ts';
import { ImportNotice } from '#features/guest-import/web/import-notice.tsx';
import { checkForGuestLog, useImportState } from '#features/guest-import/web/import-state.ts';
import { useAttention } from '../attention.ts';

/** Offers to import a guest's log. Loaded only if this browser may hold one. */
export function GuestImport({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const isShown = useAttention('import', useImportState().at !== 'nothing');
  useEffect(() => {
    void checkForGuestLog(userId, async () => {
      const scope = { userId, timezone: readerTimeZone() };
      const { months } = await queries.ensureQueryData(monthsQuery(scope));
      return months.length > 0 || (await queries.ensureQueryData(goalsQuery(scope))).length > 0;
    });
  }, [queries, userId]);
  return isShown && <ImportNotice userId={userId} />;
}
