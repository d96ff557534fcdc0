// The credentials in a file of the reader. In a PDF, they are attachments, also next to a packet.
import { findInFile, found, type FoundInFile } from '#features/credentials/verify/read-files.ts';
import { UnreadableFile, type Bytes } from '#platform/files/bytes.ts';
import { isPacket } from './read-packet.ts';
import { readPdf } from './read-pdf.ts';

export type FoundCredentials = FoundInFile & { hasPacket: boolean };

/** What the file has, or the sentence for the reader why it cannot be checked. Undefined if it has no credentials. */
export async function findCredentials(bytes: Bytes): Promise<FoundCredentials | string | undefined> {
  try {
    const inFile = isPdf(bytes) ? await findInPdf(bytes) : await findInFile(bytes);
    return inFile && { hasPacket: false, ...inFile };
  } catch (error) {
    return error instanceof UnreadableFile ? error.message : undefined;
  }
}

const isPdf = (bytes: Bytes) => '%PDF-'.split('').every((letter, at) => bytes[at] === letter.charCodeAt(0));

async function findInPdf(bytes: Bytes): Promise<FoundCredentials | undefined> {
  const { attachments } = await readPdf(bytes);
  const texts = attachments.filter((part) => !isPacket(part)).map((part) => new TextDecoder().decode(part));
  const inPdf = found(texts.filter(isReadable), true);
  const hasPacket = attachments.some(isPacket);
  return inPdf.credentials.length > 0 ? { ...inPdf, hasPacket } : undefined;
}

/** Other attachments may be anything. */
function isReadable(text: string): boolean {
  try {
    return found([text], true).credentials.length > 0;
  } catch {
    return false;
  }
}
