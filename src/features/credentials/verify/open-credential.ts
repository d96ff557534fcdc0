// What a credential contains, as far as every program agrees about it. A credential that could be read in another way is refused
// with a sentence.
import { fromBase64Url, UnreadableFile, utf8, type Bytes } from '#platform/files/bytes.ts';
import { claimed } from '#platform/text/claimed.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { baseContext, knownContexts } from './known-contexts.ts';
import { isObject, parseStrict, type Json, type JsonObject } from './strict-json.ts';

export type Jwt = {
  header: JsonObject;
  /** Seconds since 1970. */
  exp?: number;
  nbf?: number;
  signed: Bytes;
  signature: Bytes;
};
export type Opened = {
  document: JsonObject;
  issuer: string;
  /** Set if the whole is signed as a JWT. */
  jwt?: Jwt;
};

/** Bytes of a credential, and of a status list. */
export const mostCharacters = 5_000_000;

/** Throws an `UnreadableFile` whose message is for the reader. */
export function openCredential(text: string): Opened {
  if (text.length > mostCharacters) throw new UnreadableFile(texts.tooLarge);
  const trimmed = text.trim();
  return trimmed.startsWith('{') ? openDocument(parseStrict(trimmed)) : openJwt(trimmed);
}

export const isJwt = (text: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);

/** The same of a credential inside another one. */
export function openDocument(document: Json, jwt?: Jwt): Opened {
  if (!isObject(document) || !isCredential(document)) throw new UnreadableFile(texts.noCredential);
  const contexts = listed(document['@context']);
  if (contexts[0] !== baseContext) throw new UnreadableFile(texts.noBase);
  refuseAmbiguous(document, document);
  refuseSplitStatus(listed(document['credentialStatus']));
  const issuer = idOf(document['issuer']);
  if (issuer === undefined) throw new UnreadableFile(texts.noIssuer);
  return { document, issuer, ...(jwt && { jwt }) };
}

export const listed = (value: Json | undefined): Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

export const isCredential = (value: JsonObject) => listed(value['type']).includes('VerifiableCredential');

export const idOf = (value: Json | undefined): string | undefined => {
  const id = isObject(value) ? value['id'] : value;
  return typeof id === 'string' ? id : undefined;
};

/** What JSON-LD would let stand anywhere, under another name, so that this check would not see it. */
const ofCredential = [
  ...['credentialStatus', 'credentialSubject', 'issuer', 'proof', 'termsOfUse'],
  ...['validFrom', 'validUntil'],
];
const plainKeywords = new Set(['@value', '@language', '@direction']);

function refuseAmbiguous(value: Json, root: JsonObject): void {
  if (Array.isArray(value)) {
    for (const item of value) refuseAmbiguous(item, root);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '@context') {
      const unknown = listed(member).find((context) => !knownContexts.has(context));
      if (unknown !== undefined) throw new UnreadableFile(texts.unknownContext(claimed(nameOf(unknown))));
    } else if ((name.startsWith('@') && !plainKeywords.has(name)) || name.includes(':')) {
      throw new UnreadableFile(texts.ambiguous(claimed(name)));
    } else if (Array.isArray(member) && member.some((item) => item === null || Array.isArray(item))) {
      // JSON-LD leaves them out, or takes what is inside.
      throw new UnreadableFile(texts.ambiguous(claimed(name)));
    } else {
      refuseAmbiguous(member, root);
    }
  }
  const id = value['id'];
  if (typeof id === 'string' && id.startsWith('_:')) throw new UnreadableFile(texts.ambiguous(claimed(id)));
  const found = isCredential(value) ? undefined : ofCredential.find((name) => Object.hasOwn(value, name));
  if (found !== undefined) throw new UnreadableFile(texts.ambiguous(found));
  if (value !== root && id !== undefined && id === root['id'] && Object.keys(value).length > 1)
    throw new UnreadableFile(texts.ambiguous(claimed(nameOf(id))));
}

/** More than any credential has. */
const mostStatuses = 5;

/** Parts of one status, or many copies of one in front of another, would hide what was withdrawn. */
function refuseSplitStatus(statuses: readonly Json[]): void {
  if (statuses.length > mostStatuses) throw new UnreadableFile(texts.deep);
  const ids = statuses.flatMap((status) => idOf(status) ?? []);
  if (new Set(ids).size < ids.length) throw new UnreadableFile(texts.ambiguous('credentialStatus'));
}

const nameOf = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Members of the header that are known, and change nothing of what is signed. */
const headerMembers = new Set(['alg', 'typ', 'cty', 'kid', 'iss']);

function openJwt(text: string): Opened {
  if (!isJwt(text)) throw new UnreadableFile(texts.noCredential);
  const [head, body, tail] = text.split('.');
  const [header, payload] = [head, body].map((part) => {
    const bytes = fromBase64Url(part);
    if (!bytes) throw new UnreadableFile(texts.brokenJwt);
    return parseStrict(decoded(bytes));
  });
  const signature = fromBase64Url(tail);
  if (!isObject(header) || !isObject(payload) || !signature) throw new UnreadableFile(texts.brokenJwt);
  if ('vc' in payload) throw new UnreadableFile(texts.oldJwt);
  const extra = Object.keys(header).find((name) => !headerMembers.has(name));
  if (extra !== undefined) throw new UnreadableFile(texts.unknownHeader(claimed(extra)));
  const { iss, exp, nbf, iat, jti, sub, aud, ...document } = payload;
  const jwt = {
    ...{ header, signature, signed: new TextEncoder().encode(`${head}.${body}`) },
    ...(typeof exp === 'number' && { exp }),
    ...(typeof nbf === 'number' && { nbf }),
  };
  const opened = openDocument(document, jwt);
  const agree =
    [header['iss'], iss].every((value) => value === undefined || value === opened.issuer) &&
    (jti === undefined || jti === document['id']) &&
    (sub === undefined || sub === idOf(document['credentialSubject'])) &&
    [exp, nbf, iat].every((value) => value === undefined || typeof value === 'number') &&
    aud === undefined;
  if (!agree) throw new UnreadableFile(texts.jwtClaims);
  return opened;
}

function decoded(bytes: Bytes): string {
  try {
    return utf8(bytes);
  } catch (error) {
    throw new UnreadableFile(texts.brokenJwt, { cause: error });
  }
}
