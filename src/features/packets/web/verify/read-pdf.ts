// What a packet's PDF contains besides its pages: packet.json as an attachment, and the signature of all its bytes in a
// comment at the end. It reads what Logbook writes: no encryption, no object streams. A PDF that another program has saved
// may be unreadable, and its pages are not as signed in any case.
import { verdictTexts as texts } from '../../verdict-texts.ts';
import { inflate, latin1, UnreadableFile, type Bytes } from '#platform/files/bytes.ts';

export type PdfPart = {
  attachments: Bytes[];
  /** Undefined if the last line is something else. */
  signed: { bytes: Bytes; signature: string } | undefined;
};

/** An Ed25519 signature in base64url. */
const lastLine = /%logbook-pages\/1 ([\w-]{86})\n?$/;

export async function readPdf(bytes: Bytes): Promise<PdfPart> {
  const text = latin1(bytes);
  const end = lastLine.exec(text.slice(-200));
  const start = end && text.length - end[0].length;
  return {
    attachments: await attachmentsOf(bytes, text),
    signed: end ? { bytes: bytes.subarray(0, start!), signature: end[1]! } : undefined,
  };
}

/** More than any packet has. */
const mostAttachments = 10;

async function attachmentsOf(bytes: Bytes, text: string): Promise<Bytes[]> {
  const found: Bytes[] = [];
  let at = 0;
  for (let looked = 0; ; looked++) {
    at = text.indexOf('/EmbeddedFile', at);
    if (at === -1) break;
    // Behind those that are looked at, there could be another packet.
    if (looked === mostAttachments) throw new UnreadableFile(texts.several);
    const stream = streamAfter(text, at);
    at += '/EmbeddedFile'.length;
    if (!stream) continue;
    const content = bytes.slice(stream.from, stream.to);
    if (!stream.filter) found.push(content);
    else if (stream.filter === 'FlateDecode') found.push(await inflate(content, 'zlib'));
  }
  return found;
}

/** The stream whose dictionary contains this position. */
function streamAfter(text: string, at: number) {
  const object = text.lastIndexOf(' obj', at);
  const keyword = text.indexOf('stream', at);
  if (object === -1 || keyword === -1 || keyword - object > 10_000) return undefined;
  const dictionary = text.slice(object, keyword);
  if (dictionary.includes('endobj')) return undefined;
  const length = /\/Length (\d{1,9})(?! \d+ R)/.exec(dictionary);
  if (!length) return undefined;
  const from = keyword + (text.startsWith('stream\r\n', keyword) ? 8 : 7);
  const filter = /\/Filter\s*\[?\s*\/(\w+)/.exec(dictionary)?.[1];
  return { from, to: from + Number(length[1]), filter };
}
