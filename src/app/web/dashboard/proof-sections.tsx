import type { Scope } from '#features/accounts/web/session/scope.ts';
import { ResumeSection } from '#features/resume/web/resume-section.tsx';
import { InvitationsPanel } from '#features/teams/web/invitations-panel.tsx';
import { VouchesSection } from '#features/vouches/web/vouches-section.tsx';
import { teamPlanHref } from '../../paths.ts';

/** The sections above the tabs. While empty, each is one line, and the invitations are nothing. */
export function ProofSections({ scope }: { scope: Scope }) {
  return (
    <>
      <InvitationsPanel scope={scope} planHref={teamPlanHref} />
      <div className="border-b border-rule">
        <VouchesSection scope={scope} />
      </div>
      <ResumeSection scope={scope} />
    </>
  );
}
