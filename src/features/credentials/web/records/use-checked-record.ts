import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ImportedRecord } from '#features/imported-records/contract.ts';
import { keptAnswers } from '../handed-over.ts';
import type { CheckedRecord } from './check-record.ts';

/** The result for the credential of a record. Undefined until there is one, and if it proves nothing about the record. */
export function useCheckedRecord(
  { id, record }: ImportedRecord,
  credential: string,
): CheckedRecord | undefined {
  const { data, refetch } = useQuery({
    queryKey: ['credential of a record', id],
    async queryFn() {
      const { checkRecord } = await import('./check-record.ts');
      return (await checkRecord({ record, credential }, keptAnswers(), new Date())) ?? null;
    },
    // Answers of issuers grow old, and /verify may have new ones.
    ...{ staleTime: 0, gcTime: 0, networkMode: 'always' },
  });
  useEffect(() => {
    // From /verify, the browser can show this page as it was.
    const again = () => void refetch();
    window.addEventListener('pageshow', again);
    return () => window.removeEventListener('pageshow', again);
  }, [refetch]);
  return data ?? undefined;
}
