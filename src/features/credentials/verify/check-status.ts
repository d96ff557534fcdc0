// Whether the issuer has withdrawn a credential, by the lists that the reader has (W3C's Bitstring Status List 1.0). Nothing is
// fetched.
import { fromBase64Url, inflate, UnreadableFile, type Bytes } from '#platform/files/bytes.ts';
import { claimed } from '#platform/text/claimed.ts';
import { list } from '#platform/text/language.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { instantOf, isLater, type Means } from './check-proof.ts';
import { trusted, type FoundKey } from './find-key.ts';
import { judgeProofs } from './judge-proofs.ts';
import { sameBytes } from './multibase.ts';
import { idOf, listed, openCredential, type Opened } from './open-credential.ts';
import { isObject, type Json, type JsonObject } from './strict-json.ts';

/** A status list as the reader has it. */
export type KnownList = { text: string; from: 'asked' | 'given' | 'archive' };

export type Status = {
  state: 'good' | 'revoked' | 'suspended' | 'unknown';
  /** Why it is not known. */
  problem?: string;
  /** The instant of the list. */
  asOf?: string;
  from?: KnownList['from'];
};

/** The standard demands as many, so that an entry says nothing about its holder. */
const fewestBits = 131_072;
/** Room for 32 million credentials. */
const mostBytes = 4_000_000;

/** Nothing if its issuer cannot withdraw the credential. `key`: the one that signed it. */
export function statusesOf(
  { document, issuer }: Opened,
  key: FoundKey,
  parts: Means & { lists: readonly KnownList[] },
): Promise<Status[]> {
  return Promise.all(
    listed(document['credentialStatus']).map(async (entry): Promise<Status> => {
      try {
        return await statusOf(entry, { issuer, key }, parts);
      } catch (error) {
        const known = error instanceof UnreadableFile && error.message !== '';
        return { state: 'unknown', problem: known ? error.message : texts.brokenList };
      }
    }),
  );
}

/** The addresses of the lists that say whether it was withdrawn. */
export const listAddresses = ({ document }: Opened): string[] =>
  listed(document['credentialStatus']).flatMap((entry) => addressOf(entry) ?? []);

const addressOf = (entry: Json) => (isObject(entry) ? idOf(plain(entry['statusListCredential'])) : undefined);

/** JSON-LD lets the same value stand in a list or in an object. */
function plain(value: Json | undefined): Json | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(only) ? (only['@value'] ?? only) : only;
}

async function statusOf(
  entry: Json,
  by: { issuer: string; key: FoundKey },
  parts: Means & { lists: readonly KnownList[] },
): Promise<Status> {
  const types = isObject(entry) ? listed(entry['type']) : [];
  if (!isObject(entry) || !types.includes('BitstringStatusListEntry'))
    throw new UnreadableFile(texts.unknownStatus(claimed(list(types.map(String), 'unit') || '?')));
  const [statusPurpose, statusSize] = [plain(entry['statusPurpose']), plain(entry['statusSize'])];
  const isOurs = statusPurpose === 'revocation' || statusPurpose === 'suspension';
  if (!isOurs || (statusSize !== undefined && statusSize !== 1))
    throw new UnreadableFile(texts.unknownStatus(claimed(String(statusPurpose))));
  const index = indexOf(plain(entry['statusListIndex']));
  const found = parts.lists.filter(({ text }) => idIn(text) === addressOf(entry));
  if (found.length === 0) throw new UnreadableFile(texts.noList);
  const judged = await Promise.allSettled(
    found.map(async ({ text, from }) => ({ from, opened: await listOf(text, by, parts) })),
  );
  // The newest list has the last word. One that does not hold has none: anyone can add it.
  const [newest] = judged
    .flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []))
    .toSorted((a, b) => timeOf(b.opened.document) - timeOf(a.opened.document));
  if (!newest) throw judged.find((list) => list.status === 'rejected')!.reason;
  const { from, opened } = newest;
  const bits = await bitsOf(opened.document, statusPurpose);
  if (index >= bits.length * 8) throw new UnreadableFile(texts.brokenList);
  const isSet = ((bits[index >> 3]! >> (7 - (index % 8))) & 1) === 1;
  const flagged = statusPurpose === 'revocation' ? 'revoked' : 'suspended';
  const { validFrom } = opened.document;
  return {
    ...{ state: isSet ? flagged : 'good', from },
    ...(typeof validFrom === 'string' && { asOf: validFrom }),
  };
}

function indexOf(value: Json | undefined): number {
  const index = typeof value === 'number' ? value : /^\d{1,9}$/.test(String(value)) ? Number(value) : -1;
  if (!Number.isSafeInteger(index) || index < 0) throw new UnreadableFile(texts.brokenList);
  return index;
}

/** The id of a list, whatever else it is. */
function idIn(text: string): unknown {
  try {
    return openCredential(text).document['id'];
  } catch {
    return undefined;
  }
}

const timeOf = ({ validFrom }: JsonObject) => instantOf(validFrom) ?? 0;

/** The list, if the issuer of the credential signed it, as far as that is known of the credential. */
async function listOf(
  text: string,
  { issuer, key }: { issuer: string; key: FoundKey },
  means: Means,
): Promise<Opened> {
  const opened = openCredential(text);
  const { document } = opened;
  if (opened.issuer !== issuer) throw new UnreadableFile(texts.listIssuer);
  const judged = await judgeProofs(opened, means);
  if (judged.state !== 'valid' || !judged.key) throw new UnreadableFile(texts.listSignature);
  const rank = ({ from }: FoundKey) => (from ? trusted.indexOf(from) : Infinity);
  const isSame = sameBytes(judged.key.publicKey, key.publicKey);
  if (!isSame && !(judged.key.link === 'published' && rank(judged.key) <= rank(key)))
    throw new UnreadableFile(texts.listKey);
  // Who has the key can say that nothing was withdrawn.
  if (judged.key.revoked !== undefined) throw new UnreadableFile(texts.listKey);
  if (instantOf(document['validFrom']) === undefined || isLater(document['validFrom'], means.now))
    throw new UnreadableFile(texts.brokenList);
  const { validUntil } = document;
  if (validUntil !== undefined && !isLater(validUntil, means.now)) throw new UnreadableFile(texts.oldList);
  return opened;
}

async function bitsOf({ type, credentialSubject }: JsonObject, purpose: string): Promise<Bytes> {
  const subject = isObject(credentialSubject) ? credentialSubject : {};
  const { encodedList } = subject;
  if (
    !listed(type).includes('BitstringStatusListCredential') ||
    subject['type'] !== 'BitstringStatusList' ||
    subject['statusPurpose'] !== purpose ||
    typeof encodedList !== 'string' ||
    !encodedList.startsWith('u')
  )
    throw new UnreadableFile(texts.brokenList);
  const packed = fromBase64Url(encodedList.slice(1));
  if (!packed) throw new UnreadableFile(texts.brokenList);
  const bits = await inflate(packed, 'gzip', mostBytes);
  if (bits.length * 8 < fewestBits) throw new UnreadableFile(texts.shortList);
  return bits;
}
