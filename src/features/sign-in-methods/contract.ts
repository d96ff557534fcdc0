import * as z from 'zod/mini';
import { signedIn } from '#features/accounts/contract.ts';
import { operation } from '#platform/http/operation.ts';
import { anyTimeZone, ignored, uuid } from '#platform/http/payload-contract.ts';
import { limits, purposes, recoveryCodes, type refusals } from './constants.ts';

export type RefusalCode = keyof typeof refusals;
export type Purpose = (typeof purposes)[number];

const base64url = (longest: number) =>
  z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^[\w-]+$/));
/** At most 1,023 bytes. */
const credentialId = base64url(1364);
/** With a challenge of ours: the browser adds only its origin. */
const clientDataJSON = base64url(1000);

/** A PublicKeyCredential with an AuthenticatorAssertionResponse, as `toJSON()` of the browser returns it. */
const assertion = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON,
    authenticatorData: base64url(400),
    /** At most that of an RSA key of 4,096 bits. */
    signature: base64url(700),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
  // What the browser says of itself: nothing depends on it.
  authenticatorAttachment: ignored,
  clientExtensionResults: ignored,
});
export type Assertion = z.infer<typeof assertion>;

/** A PublicKeyCredential with an AuthenticatorAttestationResponse, as `toJSON()` of the browser returns it. */
const attestation = z.strictObject({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON,
    attestationObject: base64url(2600),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
    // The server reads them from the attestation itself.
    authenticatorData: ignored,
    publicKey: ignored,
    publicKeyAlgorithm: ignored,
  }),
  authenticatorAttachment: ignored,
  clientExtensionResults: ignored,
});
export type Attestation = z.infer<typeof attestation>;

const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
  /** The browser of its last use, or else of its creation. */
  user_agent: z.nullable(z.string()),
  /** It is copied to the user's other devices. */
  backed_up: z.boolean(),
  /** The host that it works for. Another one than that of this site: the site has moved. */
  rp_id: z.string(),
});
export type Passkey = z.infer<typeof passkey>;

const authenticatorApp = z.strictObject({
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
});
export type AuthenticatorApp = z.infer<typeof authenticatorApp>;

/** A browser that is not asked for a code. */
const rememberedDevice = z.strictObject({
  id: z.uuid(),
  user_agent: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type RememberedDevice = z.infer<typeof rememberedDevice>;

/** How the account can be opened. */
const methods = z.strictObject({
  /** Newest first. */
  passkeys: z.array(passkey),
  has_password: z.boolean(),
  authenticator_app: z.nullable(authenticatorApp),
  /** Newest first. */
  remembered_devices: z.array(rememberedDevice),
  /** The host that new passkeys work for. */
  rp_id: z.string(),
  /** How many recovery codes are left. Null: the password alone opens the account, so there are none. */
  codes_left: z.nullable(z.int()),
  /** What the caller confirmed recently enough to change any of this (R-Q2). */
  fresh: z.boolean(),
});
export type Methods = z.infer<typeof methods>;

const id = z.strictObject({ id: uuid });
const name = z.string().check(z.maxLength(300));
const codes = z.array(z.string()).check(z.maxLength(recoveryCodes.count));

const challenge = z.string();
/** For `navigator.credentials.get`. */
const requestOptions = z.strictObject({
  challenge,
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
const descriptor = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});
/** For `navigator.credentials.create`. */
const creationOptions = z.strictObject({
  challenge,
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptions>;

export const operations = {
  'POST /api/auth/passkey-challenge': operation({
    summary: 'A challenge for a passkey: to sign in, or to confirm who uses a session',
    description: `The challenge works once, for ${limits.challengeMinutes} minutes.`,
    access: 'anyone',
    readsOnly: true,
    body: z.strictObject({ purpose: z.enum(purposes) }),
    response: requestOptions,
    refusals: ['no_session'],
  }),
  'POST /api/auth/passkey': operation({
    summary: 'Sign in with a passkey; sets the tokens as cookies',
    access: 'anyone',
    bodyLimit: 32 * 1024,
    body: z.strictObject({ assertion, timezone: z.optional(anyTimeZone) }),
    response: signedIn,
    refusals: ['passkey_refused', 'too_many_tries'],
  }),
  'POST /api/auth/confirm': operation({
    summary: 'Confirm who uses this session, by a passkey, or by the password and a code',
    description:
      'Needed for changes of how the account is reached, when the last proof is more than an hour old.',
    access: 'session',
    bodyLimit: 32 * 1024,
    body: z.union([
      z.strictObject({ assertion }),
      z.strictObject({
        password: z.string().check(z.maxLength(1000)),
        code: z.optional(z.string().check(z.maxLength(100))),
      }),
    ]),
    response: z.strictObject({ confirmed: z.literal(true) }),
    refusals: ['passkey_refused', 'wrong_password', 'second_factor_needed', 'wrong_code', 'too_many_tries'],
  }),
  'GET /api/passkeys': operation({
    summary: 'How the account can be opened: passkeys, newest first, password, and recovery codes left',
    access: 'session',
    response: methods,
  }),
  'POST /api/passkeys/options': operation({
    summary: 'What a browser needs to create a passkey',
    access: 'session',
    readsOnly: true,
    response: creationOptions,
    refusals: ['confirmation_needed', 'too_many_passkeys'],
  }),
  'POST /api/passkeys': operation({
    summary: 'Add a passkey; the first one comes with recovery codes, which only this response contains',
    description:
      'From then on, the password alone no longer opens the account. Safe to repeat: a passkey that the caller has added is returned.',
    access: 'session',
    bodyLimit: 48 * 1024,
    body: z.strictObject({ attestation, name }),
    response: z.strictObject({
      row: passkey,
      /** Null if the account has codes already. */
      recovery_codes: z.nullable(codes),
    }),
    refusals: [
      'name_required',
      'name_too_long',
      'confirmation_needed',
      'passkey_refused',
      'passkey_known',
      'too_many_passkeys',
    ],
  }),
  'PATCH /api/passkeys/:id': operation({
    summary: 'Rename a passkey',
    access: 'session',
    params: id,
    body: z.strictObject({ name }),
    response: passkey,
    refusals: ['name_required', 'name_too_long'],
  }),
  'DELETE /api/passkeys/:id': operation({
    summary: 'Remove a passkey; refused for the last way to sign in',
    access: 'session',
    params: id,
    response: z.strictObject({ removed: z.literal(true) }),
    refusals: ['confirmation_needed', 'last_way'],
  }),
  'POST /api/recovery_codes': operation({
    summary: 'Replace the recovery codes; only this response contains the new ones',
    access: 'session',
    response: z.strictObject({ recovery_codes: codes }),
    refusals: ['confirmation_needed', 'codes_unneeded'],
  }),
  'POST /api/authenticator_app/options': operation({
    summary: 'A secret for an authenticator app, which counts once the app has shown a code',
    description: `The secret is not stored yet: \`setup\` contains it, sealed, for ${limits.setupMinutes} minutes.`,
    access: 'session',
    readsOnly: true,
    response: z.strictObject({
      setup: z.string(),
      /** For typing: base32. */
      secret: z.string(),
      /** For a QR code. */
      uri: z.string(),
    }),
    refusals: ['confirmation_needed', 'authenticator_known'],
  }),
  'POST /api/authenticator_app': operation({
    summary:
      'Add an authenticator app; as the first second factor, it comes with recovery codes, which only this response contains',
    description:
      'From then on, the password alone no longer opens the account. Safe to repeat: an app that the caller has added is returned.',
    access: 'session',
    body: z.strictObject({
      setup: z.string().check(z.maxLength(600)),
      code: z.string().check(z.maxLength(100)),
    }),
    response: z.strictObject({
      row: authenticatorApp,
      /** Null if the account has codes already. */
      recovery_codes: z.nullable(codes),
    }),
    refusals: ['confirmation_needed', 'authenticator_known', 'setup_expired', 'code_mismatch'],
  }),
  'DELETE /api/authenticator_app': operation({
    summary: 'Remove the authenticator app, and forget all remembered browsers',
    access: 'session',
    response: z.strictObject({ removed: z.literal(true) }),
    refusals: ['confirmation_needed', 'not_found'],
  }),
  'DELETE /api/remembered_devices/:id': operation({
    summary: 'Forget a browser: it is asked for a code again',
    access: 'session',
    params: id,
    response: z.strictObject({ removed: z.literal(true) }),
  }),
  'DELETE /api/auth/password': operation({
    summary: 'Remove the password of an account that a passkey opens; an emailed link can set a new one',
    access: 'session',
    response: z.strictObject({ removed: z.literal(true) }),
    refusals: ['confirmation_needed', 'last_way', 'not_found'],
  }),
} as const;
