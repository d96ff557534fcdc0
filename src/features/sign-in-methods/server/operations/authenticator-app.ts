// An authenticator app as a second factor (R-Q2): set up in two steps, so that it counts only once it has shown a right code.
import { randomBytes } from 'node:crypto';
import { limits as accountLimits } from '#features/accounts/constants.ts';
import { plainCode } from '#features/accounts/code-rules.ts';
import type { Codes } from '#features/accounts/server/operations/codes.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { base32, otpauthUri, stepOf } from '#features/accounts/server/operations/totp.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { SealedTokens } from '#platform/secrets/sealed-token.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { addAuthenticator, appOf, removeAuthenticator } from '../authenticator-store.ts';
import { refuseStale } from '#features/accounts/server/operations/confirmed.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { removeWay } from './remove-way.ts';
import { tellUser, type MailParts } from './tell-user.ts';

type Add = (typeof operations)['POST /api/authenticator_app'];
type Remove = (typeof operations)['DELETE /api/authenticator_app'];

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** A secret that is not stored yet: the browser sends it back, sealed, with the first code. */
export class Setups {
  readonly #tokens: SealedTokens;

  constructor(appSecret: string) {
    this.#tokens = new SealedTokens(appSecret, 'authenticator setups');
  }

  make(sessionId: string, now: number): { setup: string; secret: Buffer } {
    const secret = randomBytes(secretBytes);
    const endsAt = now + limits.setupMinutes * 60_000;
    return { setup: this.#tokens.seal(sessionId, [endsAt, newId(), secret.toString('hex')]), secret };
  }

  /** Undefined for one that has expired, or of another session. */
  read(sessionId: string, setup: string, now: number): { id: string; secret: Buffer } | undefined {
    const [endsAt, id, secret] = this.#tokens.open(sessionId, setup);
    if (!(Number(endsAt) > now) || id === undefined || secret === undefined) return undefined;
    return { id, secret: Buffer.from(secret, 'hex') };
  }
}

/** What the app needs. Refused here already if it could not be added. */
export const setupOptions =
  (setups: Setups, instanceName: string) =>
  async ({ tx, viewer }: { tx: Tx; viewer: Viewer }) => {
    const stale = await refuseStale(tx, viewer);
    if (stale) return stale;
    if (await appOf(tx, viewer.userId)) return refuse('authenticator_known');
    const account = await describeViewer(tx, viewer);
    if (!account) return refuse('no_session');
    const { setup, secret } = setups.make(viewer.sessionId, Date.now());
    return { setup, secret: base32(secret), uri: otpauthUri(secret, instanceName, account.user.email) };
  };

/** Adds the app once it has shown a code. */
export const addOwnAuthenticator = (setups: Setups, codes: Codes, mail: MailParts) =>
  inSteps<Add>(async ({ step, input, request, reply }) => {
    const { setup, code } = input.body;
    const { codes: recoveryCodes, hashes } = newRecoveryCodes();
    const undoToken = newToken();
    const undo = { hash: hashToken(undoToken), hours: accountLimits.undoHours };
    const added = await step(async ({ tx, viewer }) => {
      const now = Date.now();
      const made = setups.read(viewer.sessionId, setup, now);
      if (!made) return refuse('setup_expired');
      const timeStep = stepOf(made.secret, plainCode(code), now);
      if (timeStep === undefined) return refuse('code_mismatch');
      const sealed = codes.seal(made.id, made.secret);
      const authenticator = { id: made.id, sealed, timeStep };
      const outcome = await addAuthenticator(tx, viewer.sessionId, authenticator, hashes, undo);
      if (outcome === 'confirmation needed') return refuse('confirmation_needed');
      if (outcome === 'known') return refuse('authenticator_known');
      const row = await appOf(tx, viewer.userId);
      if (!row) return refuse('setup_expired');
      if (outcome !== 'repeated') {
        const isFirst = outcome === 'first added';
        const change = isFirst ? 'firstAuthenticator' : 'authenticatorAdded';
        await tellUser(tx, mail, viewer, change, isFirst ? undoToken : null);
      }
      return { row, outcome, userId: viewer.userId };
    });
    if (isRefused(added)) return added;
    const { row, outcome, userId } = added;
    if (outcome !== 'repeated') logSecurity(request.log, 'authenticator app added', userId);
    reply.header('cache-control', 'no-store');
    return { row, recovery_codes: outcome === 'first added' ? recoveryCodes : null };
  });

export const removeOwnAuthenticator = (mail: MailParts) =>
  inSteps<Remove>(({ step, request }) =>
    removeWay(
      { step, request, mail, change: 'authenticatorRemoved', event: 'authenticator app removed' },
      ({ tx, viewer }) => removeAuthenticator(tx, viewer.sessionId),
    ),
  );
