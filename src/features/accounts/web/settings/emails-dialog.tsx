import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepFresh } from '#platform/live/keep-fresh.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FailedLine } from '#ui/failed-line.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { liveKinds } from '../../constants.ts';
import { settingsTexts } from '../../settings-texts.ts';
import { AddEmailForm } from './add-email-form.tsx';
import { EmailRow } from './email-row.tsx';
import { emailsQuery } from './user-emails.ts';

const copy = settingsTexts.emails;

/** All addresses of the user, the primary one first (R-A9). `passwords`: whether they open accounts here. */
export function EmailsDialog({ passwords, onClose }: { passwords: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...emailsQuery, staleTime: 0 });
  // Verification links open in other tabs.
  useEffect(() => keepFresh(queries, emailsQuery.queryKey, liveKinds), [queries]);
  return (
    <Dialog open onClose={onClose} title={copy.title} description={copy.about}>
      {!data && !isError && (
        <div role="status" aria-label={copy.loading} className="grid gap-3 py-3">
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-4.5 w-32" />
        </div>
      )}
      {!data && isError && (
        <div className="py-3">
          <FailedLine text={copy.loadFailed} again={settingsTexts.tryAgain} onRetry={() => void refetch()} />
        </div>
      )}
      {data && (
        <>
          <ul aria-label={copy.list} className="mb-5 border-b border-rule">
            {data.rows.map((address) => (
              <EmailRow key={address.id} address={address} asksPassword={passwords && data.has_password} />
            ))}
          </ul>
          <AddEmailForm />
        </>
      )}
    </Dialog>
  );
}
