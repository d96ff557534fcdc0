import { limits as accountLimits } from '#features/accounts/constants.ts';
import { refuseStale } from '#features/accounts/server/operations/confirmed.ts';
import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { hashToken, newToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import type { CreationOptions, operations } from '../../contract.ts';
import { decideName } from '../../rules.ts';
import { addPasskey, credentialsOf, passkeyOf } from '../store.ts';
import { userHandleOf, type Passkeys } from './answers.ts';
import { algorithms, challengeIn, verifiedAttestation } from './passkey-site.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { tellUser, type MailParts } from './tell-user.ts';
import { userAgentOf } from './user-agent.ts';

type Add = (typeof operations)['POST /api/passkeys'];

const credentialType = 'public-key' as const;

/** What the browser needs. Refused here already if the passkey could not be added, before the authenticator makes one. */
export const creationOptions =
  ({ challenges, site }: Passkeys, instanceName: string) =>
  async ({ tx, viewer }: { tx: Tx; viewer: Viewer }) => {
    const stale = await refuseStale(tx, viewer);
    if (stale) return stale;
    const credentials = await credentialsOf(tx, viewer.userId);
    if (credentials.length >= limits.passkeys) return refuse('too_many_passkeys');
    const account = await describeViewer(tx, viewer);
    if (!account) return refuse('no_session');
    return {
      challenge: challenges.make({ purpose: 'add', subject: viewer.sessionId }, Date.now()),
      rp: { id: site.rpId, name: instanceName },
      user: {
        id: userHandleOf(viewer.userId),
        name: account.user.email,
        displayName: account.profile.full_name || account.user.email,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: credentialType, alg })),
      timeout: limits.challengeMinutes * 60_000,
      excludeCredentials: credentials.map(({ credential_id, transports }) => ({
        id: credential_id.toString('base64url'),
        type: credentialType,
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    } satisfies CreationOptions;
  };

/** Adds a passkey that an authenticator has made for this session. */
export const addOwnPasskey = ({ challenges, site }: Passkeys, mail: MailParts) =>
  inSteps<Add>(async ({ step, input, request, reply }) => {
    const { attestation, name } = input.body;
    const decided = decideName(name);
    if (typeof decided === 'string') return refuse(decided);
    const viewer = await step((call) => Promise.resolve(call.viewer));
    if (isRefused(viewer)) return viewer;
    const text = challengeIn(attestation.response.clientDataJSON);
    const what = { purpose: 'add', subject: viewer.sessionId } as const;
    const challenge = text === null ? undefined : challenges.read(what, text, Date.now());
    const made = text !== null && challenge && (await verifiedAttestation(site, attestation, text));
    if (!made) return refuse('passkey_refused');

    const { credential, credentialDeviceType, credentialBackedUp } = made;
    const { codes, hashes } = newRecoveryCodes();
    const id = Buffer.from(credential.id, 'base64url');
    const passkey = {
      ...{ id: newId(), credential: id, publicKey: Buffer.from(credential.publicKey) },
      ...{ counter: credential.counter, transports: credential.transports ?? [], rpId: site.rpId },
      ...{ name: decided.name, multiDevice: credentialDeviceType === 'multiDevice' },
      ...{ backedUp: credentialBackedUp, userAgent: userAgentOf(request), challenge },
    };
    const undoToken = newToken();
    const undo = { hash: hashToken(undoToken), hours: accountLimits.undoHours };
    const added = await step(async ({ tx }) => {
      const outcome = await addPasskey(tx, viewer.sessionId, passkey, hashes, undo);
      if (outcome !== 'added' && outcome !== 'first added' && outcome !== 'repeated')
        return refuse(refusalOf[outcome]);
      const row = await passkeyOf(tx, viewer.userId, id);
      if (!row) return refuse('passkey_refused');
      if (outcome === 'first added') await tellUser(tx, mail, viewer, 'first', undoToken);
      else if (outcome === 'added') await tellUser(tx, mail, viewer, 'added');
      return { row, outcome };
    });
    if (isRefused(added)) return added;
    const { row, outcome } = added;
    if (outcome !== 'repeated') logSecurity(request.log, 'passkey added', viewer.userId);
    reply.header('cache-control', 'no-store');
    return { row, recovery_codes: outcome === 'first added' ? codes : null };
  });

const refusalOf = {
  known: 'passkey_known',
  spent: 'passkey_refused',
  'too many': 'too_many_passkeys',
  'confirmation needed': 'confirmation_needed',
} as const;
