// Reads the few elements of the object store's XML that are needed. They hold keys, numbers, dates and codes, and are
// never nested in elements of the same name.
import type { StoredObject } from './store.ts';

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The text of the first element with this name. */
export function textOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (_, named, dec, hex) =>
      named
        ? entities[named as string]!
        : String.fromCodePoint(dec ? Number(dec) : parseInt(hex as string, 16)),
  );
}

/** The content of all elements with this name. */
function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, content]) => content!);
}

/** Whether the text is a page of ListObjectsV2. Servers that are not object stores send other pages. */
export const isList = (xml: string): boolean => /<ListBucketResult[\s>/]/.test(xml);

/** A page of ListObjectsV2. */
export function readObjects(xml: string): { objects: StoredObject[]; isLast: boolean } {
  if (!isList(xml)) throw new Error('it sent no list of objects');
  const objects = elements(xml, 'Contents').map((object) => ({
    key: required(object, 'Key'),
    size: Number(required(object, 'Size')),
    modified: new Date(required(object, 'LastModified')),
  }));
  return { objects, isLast: textOf(xml, 'IsTruncated') !== 'true' };
}

/** The multipart upload that receives an object's bytes. */
export type MultipartUpload = { key: string; uploadId: string };

/** A page of ListMultipartUploads. */
export function readUploads(xml: string): (MultipartUpload & { started: Date })[] {
  return elements(xml, 'Upload').map((upload) => ({
    key: required(upload, 'Key'),
    uploadId: required(upload, 'UploadId'),
    started: new Date(required(upload, 'Initiated')),
  }));
}

/** Like `textOf`, for an element that every object store sends. */
export function required(xml: string, name: string): string {
  const text = textOf(xml, name);
  if (text === undefined) throw new Error(`it sent no ${name}`);
  return text;
}
