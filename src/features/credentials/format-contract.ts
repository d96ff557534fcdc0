// A vouch as a credential: Open Badges 3.0 in W3C's Verifiable Credentials 2.0, as docs/formats/credential.md describes it. What
// is issued never changes (R-P2), so a later version of this format gets schemas of its own.
import * as z from 'zod/mini';

const contexts = z.tuple([
  z.literal('https://www.w3.org/ns/credentials/v2'),
  z.literal('https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'),
]);
/** Random, so that it names nothing of the instance. */
const id = z.string().check(z.regex(/^urn:uuid:[0-9a-f-]{36}$/));
/** UTC, without fractions of a second. */
const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));
const did = z.string().check(z.regex(/^did:web:[A-Za-z0-9.%-]+$/));
const text = z.string();

const issuer = z.strictObject({
  id: did,
  type: z.tuple([z.literal('Profile')]),
  /** Of the instance, when the credential was issued. */
  name: text,
  url: z.url(),
});

const proofOf = <Suite extends string>(suite: Suite) => ({
  type: z.literal('DataIntegrityProof'),
  cryptosuite: z.literal(suite),
  created: instant,
  /** The issuer's id, `#` and the key itself. */
  verificationMethod: z.string().check(z.regex(/^did:web:[A-Za-z0-9.%-]+#z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)),
  proofPurpose: z.literal('assertionMethod'),
  /** Ed25519, in base58 after `z`. */
  proofValue: z.string().check(z.regex(/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/)),
});
/** In this order: 1EdTech's validator checks only the first. */
const proofs = z.tuple([
  z.strictObject(proofOf('eddsa-rdfc-2022')),
  z.strictObject({ '@context': z.array(z.string()), ...proofOf('eddsa-jcs-2022') }),
]);

/** The reference, as the owner named them and they confirmed it. */
const reference = z.strictObject({
  id,
  type: z.tuple([z.literal('Profile')]),
  name: text,
  /** Position and department. */
  description: z.optional(text),
  /** The domain of the mailbox, if its holder agreed to it. */
  otherIdentifier: z.optional(
    z.tuple([
      z.strictObject({
        type: z.literal('IdentifierEntry'),
        identifier: text,
        identifierType: z.literal('ext:mailboxDomain'),
      }),
    ]),
  ),
});

const subject = z.strictObject({
  /** Only if the owner has no name. */
  id: z.optional(id),
  type: z.tuple([z.literal('AchievementSubject')]),
  /** The owner's name, which nothing proves. */
  identifier: z.optional(
    z.tuple([
      z.strictObject({
        type: z.literal('IdentityObject'),
        identityHash: text,
        identityType: z.literal('name'),
        hashed: z.literal(false),
      }),
    ]),
  ),
  /** The vouched work. */
  achievement: z.strictObject({
    id,
    type: z.tuple([z.literal('Achievement')]),
    /** The project. */
    name: text,
    /** The text that was confirmed: the context, an empty line, and the contribution. */
    description: text,
    /** What was confirmed, by whom, and on which day, in one sentence with the text as a quote. */
    criteria: z.strictObject({ narrative: text }),
  }),
  source: reference,
});

/** A file that the reference has seen. Its bytes are not public. */
const evidence = z.strictObject({
  type: z.tuple([z.literal('Evidence')]),
  name: text,
  /** The size and the SHA-256, for people. */
  description: text,
  /** SHA-256 as a multihash, in base64url after `u`. */
  digestMultibase: z.string().check(z.regex(/^uEi[A-Za-z0-9_-]{44}$/)),
});

const endorsement = z.strictObject({
  '@context': contexts,
  id,
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('EndorsementCredential')]),
  /** The reference. */
  name: text,
  description: text,
  issuer,
  validFrom: instant,
  credentialSubject: z.strictObject({
    /** Of the achievement. */
    id,
    type: z.tuple([z.literal('EndorsementSubject')]),
    /** The sentence that the reference added. */
    endorsementComment: text,
  }),
  proof: proofs,
});

const status = z.strictObject({
  /** The address of the list, `#` and the index. */
  id: z.url(),
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.literal('revocation'),
  statusListIndex: z.string().check(z.regex(/^\d{1,6}$/)),
  statusListCredential: z.url(),
});

export const vouchCredential = z.strictObject({
  '@context': contexts,
  id,
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('OpenBadgeCredential')]),
  name: text,
  /** What this says and what it does not say. */
  description: text,
  issuer,
  /** When the reference confirmed. */
  validFrom: instant,
  credentialSubject: subject,
  evidence: z.optional(z.array(evidence)),
  endorsement: z.optional(z.tuple([endorsement])),
  credentialStatus: status,
  proof: proofs,
});
export type VouchCredential = z.infer<typeof vouchCredential>;

/** Without its proofs. The endorsement has none, either. */
export type UnsignedVouch = Omit<VouchCredential, 'proof' | 'endorsement'> & {
  endorsement?: [Omit<z.infer<typeof endorsement>, 'proof'>];
};

/** Which credentials of the instance are revoked. */
export const statusListCredential = z.strictObject({
  '@context': z.tuple([z.literal('https://www.w3.org/ns/credentials/v2')]),
  /** Its address. */
  id: z.url(),
  type: z.tuple([z.literal('VerifiableCredential'), z.literal('BitstringStatusListCredential')]),
  issuer: did,
  /** When the list was signed. */
  validFrom: instant,
  credentialSubject: z.strictObject({
    id: z.url(),
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    /** A bit for each index, compressed by GZIP, in base64url after `u`. */
    encodedList: z.string().check(z.regex(/^u[A-Za-z0-9_-]+$/)),
  }),
  proof: proofs,
});
export type StatusListCredential = z.infer<typeof statusListCredential>;
