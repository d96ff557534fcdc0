import type { Scope } from '#features/accounts/web/session/scope.ts';
import { ResumeSection } from '#features/resume/web/resume-section.tsx';
import { VouchesSection } from '#features/vouches/web/vouches-section.tsx';

/** The sections above the tabs. While empty, each is one line. */
export function ProofSections({ scope }: { scope: Scope }) {
  return (
    <>
      <div className="border-b border-rule">
        <VouchesSection scope={scope} />
      </div>
      <ResumeSection scope={scope} />
    </>
  );
}
