// Receives what another app shares, in the service worker, so that it works without a connection and without a session.
// Nothing reaches the server: a page adds it to the draft of Add Check-in, where the user sees it (R-N9).
import { limits } from '#features/check-ins/constants.ts';
import { incomingText, sortFiles, type RefusedFile } from '#features/check-ins/incoming-rules.ts';
import { newId } from '#platform/clock/id.ts';
import { listIncoming, notedOwner, putIncoming, type Incoming } from '#platform/drafts/incoming.ts';
import type { AttachedFile } from '#platform/drafts/persisted-files.ts';
import { asks } from '../../paths.ts';
import { sharedTextName } from './share-texts.ts';

export type Unkept = { incoming: Incoming<RefusedFile>; files: AttachedFile[] };

/** What the browser could not store, for the page that opens next. The worker lives long enough for that. */
const unkept = new Map<string, Unkept>();
const maxUnkept = 5;

/** Stores what the request contains, and leads to the page that adds it to a draft. */
export async function receiveShare(request: Request): Promise<Response> {
  const id = newId();
  const received = await request
    .formData()
    .then((form) => keep(id, form))
    .catch(() => false);
  return Response.redirect(asks.incoming(received ? id : ''), 303);
}

/** Gives a page what could not be stored, once. */
export function takeUnkept(id: string): Unkept | undefined {
  const found = unkept.get(id);
  unkept.delete(id);
  return found;
}

async function keep(id: string, form: FormData): Promise<boolean> {
  const waiting = await listIncoming().catch(() => []);
  if (waiting.length >= limits.incoming) return false;
  const text = incomingText({
    title: textOf(form, 'title'),
    text: textOf(form, 'text'),
    url: textOf(form, 'url'),
  });
  // Longer than any entry, and than the browser's storage for drafts may hold: as a file, nothing of it is lost.
  const isLong = text.length > limits.contentInput;
  const shared = form
    .getAll('files')
    .filter((value) => value instanceof File && (value.size > 0 || value.name));
  const all = [...(isLong ? [textFile(text)] : []), ...(shared as File[])];
  const { accepted, refused } = sortFiles(all, 0);
  const files = accepted.map((file) => ({ id: newId(), file }));
  const incoming = {
    id,
    owner: await notedOwner().catch(() => null),
    text: isLong ? '' : text,
    files: files.map(({ id: fileId, file: { name, size } }) => ({ id: fileId, name, size })),
    refused,
  };
  if (text === '' && all.length === 0) return false;
  try {
    await putIncoming(incoming, files);
  } catch {
    if (unkept.size >= maxUnkept) return false;
    unkept.set(id, { incoming, files });
  }
  return true;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

const textFile = (text: string) => new File([text], sharedTextName, { type: 'text/plain' });
