// What a file of the reader has for the check of credentials: credentials, and what shows who signed them.
import { mostBytes, UnreadableFile, utf8, type Bytes } from '#platform/files/bytes.ts';
import { readEntry, zipEntries } from '#platform/files/zip-entries.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { isDidDocument, readDidDocument, type DidDocument } from './did-document.ts';
import { isCredential, isJwt, listed, mostCharacters, openCredential } from './open-credential.ts';
import { isPng, isSvg, readPng, readSvg } from './read-picture.ts';
import { isObject, parseStrict } from './strict-json.ts';

export type FoundInFile = {
  credentials: string[];
  /** They list keys of issuers. */
  documents: DidDocument[];
  /** They say which credentials were withdrawn. */
  lists: string[];
  /** Whether one file contains all, so that the author of the credentials could have made the rest. */
  isArchive: boolean;
};

/** Undefined if the file is something else, such as a packet. Throws an `UnreadableFile` whose message is for the reader. */
export async function findInFile(bytes: Bytes): Promise<FoundInFile | undefined> {
  if (isPng(bytes)) return found([readPng(bytes)]);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return findInZip(bytes);
  if (bytes.length > 4 * mostCharacters) return undefined;
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  if (isSvg(text)) return found([readSvg(text)]);
  return isCandidate(text) ? found([text]) : undefined;
}

function textOf(bytes: Bytes): string | undefined {
  try {
    return utf8(bytes);
  } catch {
    return undefined;
  }
}

/** A part of a JSON file, such as a packet, may look like this. The file as a whole does. */
const isCandidate = (text: string) =>
  isJwt(text.trim()) ||
  (/^\s*\{/.test(text) &&
    !/"format"\s*:\s*"logbook-packet\//.test(text) &&
    /"(?:@context|verificationMethod)"\s*:/.test(text));

/** Sorts texts by what they are. Whatever is neither a list of keys nor a status list is taken for a credential. */
export function found(candidates: readonly string[], isArchive = false): FoundInFile {
  const result: FoundInFile = { credentials: [], documents: [], lists: [], isArchive };
  for (const text of candidates) {
    const value = text.trim().startsWith('{') ? parseStrict(text.trim()) : undefined;
    if (isDidDocument(value)) result.documents.push(readDidDocument(value));
    else if (isList(text)) result.lists.push(text);
    else if (!isArchive || isJwt(text.trim()) || (isObject(value) && isCredential(value)))
      result.credentials.push(text);
  }
  return result;
}

function isList(text: string): boolean {
  try {
    return listed(openCredential(text).document['type']).includes('BitstringStatusListCredential');
  } catch {
    return false;
  }
}

/** Of an archive that the page can show. */
const mostFiles = 500;

async function findInZip(bytes: Bytes): Promise<FoundInFile | undefined> {
  const entries = entriesOf(bytes);
  // A Word file.
  if (entries?.some(({ name }) => name === '[Content_Types].xml' || name.startsWith('word/')))
    return undefined;
  const names = new Set(entries?.map(({ name }) => name));
  const chosen = (entries ?? []).filter(
    ({ name }) =>
      /^(?:[^/]+\/)?credentials\/.*\.(?:json|jwt)$/.test(name) &&
      !names.has(name.replace(/\.jwt$/, '.json') + (name.endsWith('.json') ? '?' : '')),
  );
  if (chosen.length === 0 || chosen.length > mostFiles) throw new UnreadableFile(texts.noneInZip);
  const candidates: string[] = [];
  let total = 0;
  for (const entry of chosen) {
    const content = await readEntry(bytes, entry);
    total += content.length;
    if (total > mostBytes.part) throw new UnreadableFile(texts.tooLarge);
    candidates.push(utf8(content));
  }
  return found(candidates, true);
}

function entriesOf(bytes: Bytes) {
  try {
    return zipEntries(bytes);
  } catch {
    // As of an archive that is too large for this page.
    return undefined;
  }
}
