import type { Scope } from '#platform/reader/scope.ts';
import type { Invitation } from '../contract.ts';
import { panelTexts as texts } from '../panel-texts.ts';
import { InvitationRow } from './invitation-row.tsx';

/** The user's own requests, once the user opens them. */
export function WaitingList({ invitations, scope }: { invitations: Invitation[]; scope: Scope }) {
  return (
    <ul aria-label={texts.title}>
      {invitations.map((invitation) => (
        <InvitationRow
          key={invitation.id}
          invitation={invitation}
          scope={scope}
          note={invitation.type === 'manager' ? texts.asManager : texts.asMember}
        />
      ))}
    </ul>
  );
}
