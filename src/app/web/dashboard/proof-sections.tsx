import type { ReactNode } from 'react';
import { CredentialMarks, type MarkProps } from '#features/imported-records/web/mark-context.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { ResumeSection } from '#features/resume/web/resume-section.tsx';
import { InvitationsPanel } from '#features/teams/web/invitations-panel.tsx';
import { VouchForm, VouchesSection } from '#features/vouches/web/vouches-section.tsx';
import { cx } from '#ui/cx.ts';
import { fetched } from '#ui/fetched.tsx';
import { useStore } from '#ui/store.ts';
import { teamPlanHref } from '../../paths.ts';
import { proof, proofId, type ProofPart } from './proof-state.ts';
import { VouchProof } from './vouch-proof.tsx';

const CredentialMark = fetched<MarkProps>(
  async () => (await import('#features/credentials/web/records/credential-mark.tsx')).CredentialMark,
  ({ unchecked }) => unchecked,
);
const credentialMark = (props: MarkProps) => <CredentialMark {...props} />;

/**
 * The sections above the tabs. An empty section is one line, and without invitations, their section is not shown. A
 * phone shows the one that the user has opened (`proof-chips.tsx`).
 */
export function ProofSections({ scope }: { scope: Scope }) {
  const open = useStore(proof, (state) => state.open);
  return (
    <>
      <Section part="invitations">
        <InvitationsPanel scope={scope} planHref={teamPlanHref} />
      </Section>
      <Section part="vouches">
        <div className="border-rule md:border-b">
          <CredentialMarks value={credentialMark}>
            <VouchesSection scope={scope} unfolded={open === 'vouches'} />
          </CredentialMarks>
        </div>
      </Section>
      <Section part="resume">
        <ResumeSection scope={scope} />
      </Section>
      {/* Outside its section: on a phone, it also opens while that is closed. */}
      <VouchForm scope={scope} onSent={() => proof.set({ open: 'vouches' })} />
      <VouchProof scope={scope} />
    </>
  );
}

function Section({ part, children }: { part: ProofPart; children: ReactNode }) {
  const isOpen = useStore(proof, ({ open }) => open === part);
  return (
    <div id={proofId(part)} className={cx('border-rule max-md:border-t', !isOpen && 'max-md:hidden')}>
      {children}
    </div>
  );
}
