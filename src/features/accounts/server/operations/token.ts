import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { operations, SignedIn } from '../../contract.ts';
import { enterSession } from '../session-store.ts';
import { ownAccount } from '../store.ts';
import { openByPassword, type Keys } from './sign-in.ts';
import { accessLife, renewSession, type Tokens } from './sessions.ts';

function sessionOf(tokens: Tokens, user: SignedIn['user'], expiresAt: number) {
  return {
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    expires_in: accessLife,
    expires_at: expiresAt,
    token_type: 'bearer' as const,
    user,
  };
}

/**
 * Returns the Session entity as JSON and sets no cookie (R-A6). `successorKey` derives the tokens of a renewal;
 * `passwords` is whether one opens accounts here.
 */
export function token(successorKey: Buffer, keys: Keys, passwords: boolean) {
  return inSteps<(typeof operations)['POST /api/auth/token']>(async ({ step, input, request }) => {
    const { body } = input;
    if (body.grant_type === 'password') {
      if (!passwords) return refuse('passwords_off');
      const opened = await openByPassword(step, body, request, keys);
      if (isRefused(opened)) return opened;
      return sessionOf(opened.tokens, opened.signedIn.user, opened.signedIn.session.expires_at);
    }
    return step(async ({ tx }) => {
      const renewed = await renewSession(tx, successorKey, body.refresh_token);
      if (!renewed) return refuse('no_session');
      await enterSession(tx, hashToken(renewed.tokens.access));
      const account = await ownAccount(tx, renewed.userId);
      return account ? sessionOf(renewed.tokens, account.user, renewed.expiresAt) : refuse('no_session');
    });
  });
}
