import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { resumeQuery } from '#features/resume/web/resume-queries.ts';
import { usePanelRows } from '#features/teams/web/use-panel-rows.ts';
import { vouchesQuery } from '#features/vouches/web/vouch-queries.ts';
import { Counter } from '#ui/counter.tsx';
import type { ProofPart } from './proof-state.ts';
import { proofTexts } from './proof-texts.ts';

const max = 9;

type Props = { scope: Scope; part: ProofPart; otherwise: ReactNode };

/** What a section above the tabs contains, in the room of one figure. */
export function ProofMark({ part, ...props }: Props) {
  if (part === 'invitations') return <InvitationsMark {...props} />;
  return part === 'vouches' ? <VouchesMark {...props} /> : <ResumeMark {...props} />;
}

type PartProps = Omit<Props, 'part'>;

/** Stands out only if the user is asked for an answer. */
function InvitationsMark({ scope, otherwise }: PartProps) {
  const { requests, joined, waiting } = usePanelRows(scope);
  if (requests.length > 0)
    return <Counter value={requests.length} max={max} meaning={proofTexts.unanswered} />;
  return <Figure value={joined.length + waiting.length} otherwise={otherwise} />;
}

function VouchesMark({ scope, otherwise }: PartProps) {
  const { data } = useInfiniteQuery(vouchesQuery(scope));
  const count = data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return <Figure value={count} otherwise={otherwise} />;
}

function ResumeMark({ scope, otherwise }: PartProps) {
  const { data } = useQuery(resumeQuery(scope));
  if (!data) return otherwise;
  return (
    <>
      <Check aria-hidden="true" size={14} className="text-primary" />
      <span className="sr-only">{proofTexts.uploaded}</span>
    </>
  );
}

function Figure({ value, otherwise }: { value: number; otherwise: ReactNode }) {
  if (value === 0) return otherwise;
  return <span className="figures font-medium text-ink-2">{value > max ? `${max}+` : value}</span>;
}
