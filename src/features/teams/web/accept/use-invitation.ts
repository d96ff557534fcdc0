// The link of an invitation: finds out who opened it, and accepts it for the user that it was sent to (R-E2).
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SignedIn } from '#features/accounts/contract.ts';
import { forgetMailedTokens, takeMailedToken } from '#features/accounts/web/auth/mailed-token.ts';
import { aboutSignedIn } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { withRetries } from '#platform/http/retries.ts';
import { client, hasCode, isClientError } from '#platform/http/client.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { acceptTexts as texts } from '../../accept-texts.ts';
import type { operations } from '../../contract.ts';
import { endRelationship } from '../end-relationship.ts';
import { leaveTexts } from '../../panel-texts.ts';
import { showFailed } from '../show-failed.ts';

const call = client<typeof operations>();
const about = 'invitation';

type ResponseTo<Name extends string> = ResponseOf<
  (typeof operations)[`POST /api/functions/v1/${Name}` & keyof typeof operations]
>;
export type Accepted = ResponseTo<'accept-logbook-invitation'>;
export type LinkedInvitation = ResponseTo<'get-invitation-by-token'>['invitation'];

export type InvitationState =
  | { at: 'loading' | 'invalid' }
  /** It may work later. `reason` is the server's. */
  | { at: 'unavailable'; reason: string | undefined }
  | { at: 'needsAuth'; invitation: LinkedInvitation }
  /** `own`: the address of the session. `invitation` is null if it could not be read. */
  | { at: 'another address'; own: string; invitation: LinkedInvitation | null }
  /** The user sent it. `detail` is the server's, which names the address. */
  | { at: 'own'; detail: string | undefined }
  | { at: 'success'; accepted: Accepted }
  | { at: 'left'; accepted: Accepted };

/** `findSession` returns the signed-in user, or null. */
export function useInvitation(findSession: () => Promise<SignedIn | null>) {
  const [token] = useState(() => takeMailedToken('token'));
  const [state, setState] = useState<InvitationState>({ at: 'loading' });
  const started = useRef(false);

  async function open() {
    setState({ at: 'loading' });
    setState(await stateOf(token, findSession));
  }
  const start = useEffectEvent(() => {
    // A second request would report "Already Connected!".
    if (started.current) return;
    started.current = true;
    void open();
  });
  useEffect(() => start(), []);

  return {
    token,
    state,
    /** Tries again after a failure. */
    retry: () => void open(),
    /** Leaves the team that the user has just joined, or removes the member who has just joined theirs. */
    async leave(accepted: Accepted): Promise<void> {
      const isMember = accepted.type === 'employee';
      try {
        await endRelationship(accepted.relationship_id);
        forgetMailedTokens();
        setState({ at: 'left', accepted });
        toast({ title: isMember ? leaveTexts.left : leaveTexts.ended, about });
      } catch (error) {
        showFailed(
          isMember ? leaveTexts.failed : leaveTexts.endFailed,
          texts.unavailable.detail,
          error,
          about,
        );
      }
    },
  };
}

async function stateOf(
  token: string | undefined,
  findSession: () => Promise<SignedIn | null>,
): Promise<InvitationState> {
  if (!token) return { at: 'invalid' };
  try {
    const signedIn = await findSession();
    return signedIn ? await accept(token, signedIn) : await showLink(token);
  } catch (error) {
    if (hasCode(error, 'invitation_invalid')) return { at: 'invalid' };
    console.warn('The invitation could not be used.', error);
    return { at: 'unavailable', reason: isClientError(error) ? error.title : undefined };
  }
}

async function accept(token: string, { user }: SignedIn): Promise<InvitationState> {
  try {
    const accepted = await withRetries(() =>
      call('POST /api/functions/v1/accept-logbook-invitation', { body: { token } }),
    );
    dismissToastsAbout(aboutSignedIn);
    toast({ title: accepted.alreadyConnected ? texts.success.alreadyConnected : texts.success.toast, about });
    return { at: 'success', accepted };
  } catch (error) {
    // The session has ended meanwhile.
    if (hasCode(error, 'no_session')) return showLink(token);
    if (hasCode(error, 'another_address')) {
      const invitation = await readLink(token).catch(() => null);
      return { at: 'another address', own: user.email, invitation };
    }
    if (hasCode(error, 'own_invitation')) return { at: 'own', detail: error.detail };
    if (isClientError(error)) toast({ ...texts.failed, tone: 'danger', about });
    throw error;
  }
}

const showLink = async (token: string): Promise<InvitationState> => ({
  at: 'needsAuth',
  invitation: await readLink(token),
});

async function readLink(token: string): Promise<LinkedInvitation> {
  const { invitation } = await withRetries(() =>
    call('POST /api/functions/v1/get-invitation-by-token', { body: { token } }),
  );
  return invitation;
}
