// A verified vouch as a credential without its proofs.
import { badgesContext, credentialsContext } from '#platform/signing/pinned-contexts.ts';
import { language } from '#platform/text/language.ts';
import { credentialTexts as texts } from '../../credential-texts.ts';
import type { UnsignedVouch } from '../../format-contract.ts';

/** What a reference confirmed. */
export type ConfirmedVouch = {
  project_name: string;
  project_context: string;
  individual_contribution: string;
  reference_name: string;
  /** As the reference confirmed it. */
  reference_position: string;
  reference_department: string | null;
  statement: string | null;
  verified_at: string;
  /** Of the reference's mailbox. Null without consent. */
  domain: string | null;
  files: readonly { name: string; size: number; sha256: string }[];
  /** The name of the owner, if there is one that can be shown. */
  owner: string | null;
};

export type Issuance = {
  did: string;
  instance: { name: string; url: string };
  /** Random ids of the credential, the achievement, the reference, the endorsement and the subject. */
  ids: Record<'credential' | 'achievement' | 'reference' | 'endorsement' | 'subject', string>;
  status: { list: string; index: number };
};

const contexts: UnsignedVouch['@context'] = [credentialsContext, badgesContext];
const dayFormat = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' });

const urn = (uuid: string) => `urn:uuid:${uuid}`;

export function unsignedVouch(
  vouch: ConfirmedVouch,
  { did, instance, ids, status }: Issuance,
): UnsignedVouch {
  const validFrom = `${vouch.verified_at.slice(0, 19)}Z`;
  const day = dayFormat.format(new Date(vouch.verified_at));
  const position = [vouch.reference_position, vouch.reference_department].filter(Boolean).join(', ');
  const reference = [vouch.reference_name, position].filter(Boolean).join(', ');
  const confirmed = [vouch.project_context, vouch.individual_contribution].join('\n\n');
  const issuer: UnsignedVouch['issuer'] = {
    id: did,
    type: ['Profile'],
    name: instance.name,
    url: instance.url,
  };
  return {
    '@context': contexts,
    id: urn(ids.credential),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: vouch.project_name,
    description: texts.description(instance.name),
    issuer,
    validFrom,
    credentialSubject: {
      ...(vouch.owner === null && { id: urn(ids.subject) }),
      type: ['AchievementSubject'],
      ...(vouch.owner !== null && {
        identifier: [
          { type: 'IdentityObject', identityHash: vouch.owner, identityType: 'name', hashed: false },
        ],
      }),
      achievement: {
        id: urn(ids.achievement),
        type: ['Achievement'],
        name: vouch.project_name,
        description: confirmed,
        criteria: {
          narrative: `${texts.narrative({ day, domain: vouch.domain, reference })}\n\n${quoted([vouch.project_name, confirmed].join('\n\n'))}`,
        },
      },
      source: {
        id: urn(ids.reference),
        type: ['Profile'],
        name: vouch.reference_name,
        ...(position !== '' && { description: position }),
        ...(vouch.domain !== null && {
          otherIdentifier: [
            { type: 'IdentifierEntry', identifier: vouch.domain, identifierType: 'ext:mailboxDomain' },
          ],
        }),
      },
    },
    ...(vouch.files.length > 0 && {
      evidence: vouch.files.map(({ name, size, sha256 }) => ({
        type: ['Evidence'],
        name,
        description: texts.file(size, sha256),
        digestMultibase: multihashOf(sha256),
      })),
    }),
    ...(vouch.statement !== null && {
      endorsement: [
        {
          '@context': contexts,
          id: urn(ids.endorsement),
          type: ['VerifiableCredential', 'EndorsementCredential'],
          name: reference,
          description: texts.endorsement(day),
          issuer,
          validFrom,
          credentialSubject: {
            id: urn(ids.achievement),
            type: ['EndorsementSubject'],
            endorsementComment: vouch.statement,
          },
        },
      ],
    }),
    credentialStatus: {
      id: `${status.list}#${status.index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(status.index),
      statusListCredential: status.list,
    },
  };
}

/** As a quote in Markdown: no line of the text can be taken for one of ours. */
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** `u`, and the bytes 0x12 0x20 and those of the hash, in base64url. */
const multihashOf = (sha256: string) => `u${Buffer.from(`1220${sha256}`, 'hex').toString('base64url')}`;
