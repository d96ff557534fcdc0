import { randomBytes } from 'node:crypto';
import { codeFrom, plainCode } from '#features/accounts/code-rules.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { recoveryCodes } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { renewRecoveryCodes } from '../store.ts';
import { tellUser, type MailParts } from './tell-user.ts';

/** Codes to show once, and what the database stores of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodes.count }, () => codeFrom(randomBytes(16)));
  return { codes, hashes: codes.map((code) => hashToken(plainCode(code))) };
}

/** Replaces the viewer's codes. */
export const renewOwnCodes = (mail: MailParts) =>
  inSteps<(typeof operations)['POST /api/recovery_codes']>(async ({ step, request, reply }) => {
    const { codes, hashes } = newRecoveryCodes();
    const renewed = await step(async ({ tx, viewer }) => {
      const outcome = await renewRecoveryCodes(tx, viewer.sessionId, hashes);
      if (outcome === 'confirmation needed') return refuse('confirmation_needed');
      if (outcome !== 'renewed') return refuse('codes_unneeded');
      await tellUser(tx, mail, viewer, 'codesRenewed');
      return { userId: viewer.userId };
    });
    if (isRefused(renewed)) return renewed;
    logSecurity(request.log, 'recovery codes renewed', renewed.userId);
    reply.header('cache-control', 'no-store');
    return { recovery_codes: codes };
  });
