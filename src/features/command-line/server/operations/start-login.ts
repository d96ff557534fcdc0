import { decideName } from '#features/api-tokens/rules.ts';
import { newId } from '#platform/clock/id.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import { inSteps, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { attempts } from '../../attempt-constants.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { connectPath } from '../../path-constants.ts';
import { shownCode } from '../../rules.ts';
import { startLogin } from '../store.ts';
import { newCode, type LoginSecrets } from './login-codes.ts';

/**
 * Starts a sign-in. The address for the user does not contain the code: who is sent a link to it cannot approve a
 * stranger's program with one click.
 */
export function startCliLogin(appUrl: string, secrets: LoginSecrets) {
  return inSteps<(typeof operations)['POST /api/cli_logins']>(({ step, input, request }) =>
    step(async ({ tx }) => {
      const decided = decideName(input.body.name);
      if (typeof decided === 'string') return refuse(decided);
      const limit = { kind: 'cli login', key: addressBlock(request.ip), ...attempts.start };
      const refusal = await consumeAttempts(tx, [limit]);
      if (refusal) return refusal;
      const [deviceCode, code] = [newToken(), newCode()];
      await startLogin(tx, {
        ...{ id: newId(), deviceHash: hashToken(deviceCode), codeHash: secrets.hashCode(code) },
        ...{ name: decided.name, ip: request.ip, minutes: limits.loginMinutes },
      });
      return {
        device_code: deviceCode,
        user_code: shownCode(code),
        verification_uri: appUrl + connectPath,
        expires_in: limits.loginMinutes * 60,
        interval: limits.pollSeconds,
      };
    }),
  );
}
