// Checks a credential of any issuer, in a browser or in Node: nothing is sent anywhere (R-P4). docs/formats/credential.md describes
// those of Logbook.
import { UnreadableFile } from '#platform/files/bytes.ts';
import { claimed } from '#platform/text/claimed.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { didAddress } from './did-document.ts';
import { claimsOf, insideOf, textOf, type Fact } from './claims.ts';
import { instantOf, isLater, type Means } from './check-proof.ts';
import { listAddresses, statusesOf, type KnownList, type Status } from './check-status.ts';
import type { FoundKey, KnownDocument } from './find-key.ts';
import { issuerName } from './issuer-name.ts';
import { judgeProofs, type Judged } from './judge-proofs.ts';
import { listed, openCredential, openDocument, type Opened } from './open-credential.ts';
import { isObject } from './strict-json.ts';

/** What the reader has besides the credential. */
export type Evidence = { documents: readonly KnownDocument[]; lists: readonly KnownList[] };

export type CheckedCredential = {
  /**
   * `confirmed`: it is as its issuer signed it, and was not withdrawn. `signed`: some key signed it as it is. `changed`: it is not
   * as signed, or it is not valid. `unsigned`: nothing shows who signed it. `unreadable`: it cannot be checked.
   */
  verdict: 'confirmed' | 'signed' | 'changed' | 'unsigned' | 'unreadable';
  /** What is certain. */
  sentence: string;
  problems: string[];
  /** Of the key that signed it, if one did. */
  link?: FoundKey['link'];
  /** Signature, issuer, status and dates. */
  facts: Fact[];
  claims: Fact[];
  notClaimed: string[];
  /** What the issuer could be asked for: addresses of its keys and of its lists. */
  ask: { keys: string[]; lists: string[] };
};

/** Never rejects: whatever the text contains, the result says what can be said. */
export async function verifyCredential(
  text: string,
  evidence: Evidence,
  means: Pick<Means, 'loadRdf' | 'now'>,
): Promise<CheckedCredential> {
  try {
    // Browsers have it on https, on localhost and in files from the disk.
    if (!globalThis.crypto?.subtle) return unreadable(texts.noCrypto);
    return await check(openCredential(text), { ...means, ...evidence });
  } catch (error) {
    return unreadable(error instanceof UnreadableFile && error.message ? error.message : texts.unreadable);
  }
}

const unreadable = (sentence: string): CheckedCredential => ({
  ...{ verdict: 'unreadable', sentence, problems: [], facts: [], claims: [], notClaimed: [] },
  ask: { keys: [], lists: [] },
});

type Parts = Means & { lists: readonly KnownList[] };

async function check(opened: Opened, parts: Parts): Promise<CheckedCredential> {
  const judged = await judgeProofs(opened, parts);
  const inside = await insideProblems(opened, parts);
  const statuses = judged.key ? await statusesOf(opened, judged.key, parts) : [];
  const issuer = issuerName(opened.issuer);
  const { sentence, verdict } = verdictOf(opened, { judged, inside, statuses, issuer, now: parts.now });
  const isSigned = verdict === 'confirmed' || verdict === 'signed';
  return {
    ...{ verdict, sentence },
    ...(judged.key && { link: judged.key.link }),
    problems: [
      ...judged.proofs.flatMap(({ suite, problem }) =>
        problem === undefined ? [] : [`${suite}: ${problem}`],
      ),
      ...inside,
      ...statuses.flatMap(({ problem }) => problem ?? []),
    ],
    facts: factsOf(opened, { judged, statuses, issuer, now: parts.now }),
    claims: claimsOf(opened.document),
    notClaimed: isSigned ? notClaimed(opened, statuses) : [],
    ask: {
      keys: [...new Set([didAddress(opened.issuer) ?? []].flat())],
      lists: [...new Set(listAddresses(opened))],
    },
  };
}

/** More than any credential has. */
const mostInside = 10;

/** What is wrong with the credentials inside it. Those without a signature of their own are words of its issuer. */
async function insideProblems({ document }: Opened, means: Means): Promise<string[]> {
  const { endorsements, jwts } = insideOf(document);
  const signed = endorsements.filter((endorsement) => endorsement['proof'] !== undefined);
  if (signed.length + jwts.length > mostInside) return [texts.manyInside];
  const judged = await Promise.all([
    ...signed.map(async (endorsement) => judgeProofs(openDocument(endorsement), means)),
    ...jwts.map(async (jwt) => judgeProofs(openCredential(jwt), means)),
  ]);
  return judged.flatMap(({ state }) => (state === 'invalid' ? [texts.inside] : []));
}

type Found = { judged: Judged; statuses: Status[]; issuer: string; now: Date };

function verdictOf(
  { document }: Opened,
  { judged, inside, statuses, issuer, now }: Found & { inside: string[] },
): Pick<CheckedCredential, 'verdict' | 'sentence'> {
  const changed = (sentence: string) => ({ verdict: 'changed', sentence }) as const;
  const { state, key, created, proofs } = judged;
  if (state === 'invalid') {
    const failed = proofs.filter((proof) => proof.state === 'invalid');
    return changed(failed.every(({ isForeign }) => isForeign) ? texts.foreign(issuer) : texts.changed);
  }
  if (inside.length > 0) return changed(texts.changedInside);
  if (state === 'unchecked' || !key) return { verdict: 'unsigned', sentence: texts.nothingCertain };
  const { validFrom, validUntil } = document;
  const hasInstants = [validFrom, validUntil].every((at) => at === undefined || instantOf(at) !== undefined);
  if (!hasInstants) return changed(texts.noInstants);
  const signedAt = created ?? (typeof validFrom === 'string' ? validFrom : undefined);
  if (
    key.revoked !== undefined &&
    !(signedAt !== undefined && instantOf(signedAt)! < (instantOf(key.revoked) ?? 0))
  )
    return changed(texts.stolen(issuer, texts.day(key.revoked)));
  if (isLater(validFrom, now)) return changed(texts.notYet(texts.day(validFrom as string)));
  if (validUntil !== undefined && !isLater(validUntil, now))
    return changed(texts.expired(texts.day(validUntil as string)));
  const ended = statuses.find((status) => status.state === 'revoked' || status.state === 'suspended');
  if (ended)
    return changed(texts.withdrawn(issuer, ended.state === 'revoked', ended.asOf && texts.day(ended.asOf)));
  return signedVerdict(key, { statuses, issuer, day: signedAt && texts.day(signedAt) });
}

/** Of a credential that is as signed, and valid as far as is known. */
function signedVerdict(
  key: FoundKey,
  { statuses, issuer, day }: { statuses: Status[]; issuer: string; day: string | undefined },
): Pick<CheckedCredential, 'verdict' | 'sentence'> {
  const known = statuses.length > 0 && statuses.every(({ state }) => state === 'good');
  const asOf = statuses
    .flatMap(({ asOf }) => asOf ?? [])
    .toSorted((a, b) => instantOf(a)! - instantOf(b)!)[0];
  const status =
    statuses.length === 0
      ? texts.cannotWithdraw
      : known && asOf
        ? texts.held(texts.day(asOf))
        : texts.statusUnknown;
  const isPublished = key.link === 'published' && ['asked', 'page', 'saved'].includes(key.from!);
  const isCertain = isPublished && key.revoked === undefined;
  const who = isCertain ? texts.bySure(issuer, day) : texts.byKey(texts.linkOf(key, issuer), day);
  const stolen = key.revoked === undefined ? [] : [texts.maybeStolen(texts.day(key.revoked))];
  return {
    verdict: isCertain && (known || statuses.length === 0) ? 'confirmed' : 'signed',
    sentence: [who, status, ...stolen].join(' '),
  };
}

function factsOf({ document, issuer: id }: Opened, { judged, statuses, issuer, now }: Found): Fact[] {
  const { labels } = texts;
  const { issuer: by, validFrom, validUntil } = document;
  const name = isObject(by) ? textOf(by['name']) : '';
  const when = (label: string, at: unknown): Fact[] =>
    typeof at === 'string' && instantOf(at) !== undefined ? [{ label, text: texts.day(at) }] : [];
  return [
    ...judged.proofs.map(({ suite, state }) => ({
      label: labels.signature,
      text: texts.proof(suite, state),
    })),
    { label: labels.issuer, text: texts.issuerLine(name && claimed(name), id) },
    ...(judged.key ? [{ label: labels.key, text: texts.keyFound(judged.key, issuer) }] : []),
    ...statuses.map((status) => ({ label: labels.status, text: texts.statusLine(status, now) })),
    ...(judged.key && statuses.length === 0 ? [{ label: labels.status, text: texts.cannotWithdraw }] : []),
    ...when(labels.signed, judged.created),
    ...when(labels.from, validFrom),
    ...when(labels.until, validUntil),
  ];
}

function notClaimed({ document }: Opened, statuses: Status[]): string[] {
  const subjects = listed(document['credentialSubject']).filter(isObject);
  const isBound = subjects.some(({ id }) => typeof id === 'string' && id.startsWith('did:'));
  const isOpen = statuses.some(({ state }) => state === 'unknown');
  return [
    texts.notTrue,
    isBound ? texts.notHolder : texts.notBound,
    ...(document['evidence'] === undefined ? [] : [texts.notFiles]),
    ...(isOpen ? [texts.notNow] : []),
  ];
}
