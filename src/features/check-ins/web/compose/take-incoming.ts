// Adds what other apps shared to the draft of Add Check-in (R-N9).
import { guestId } from '#features/guest/constants.ts';
import { listIncoming, takeIncoming, type Incoming } from '#platform/drafts/incoming.ts';
import type { AttachedFile } from '#platform/drafts/persisted-files.ts';
import { formatBytes } from '#platform/reader/byte-size.ts';
import { withTabLock } from '#platform/tabs/tab-lock.ts';
import { toast } from '#ui/toast.ts';
import { incomingTexts as texts } from '../../incoming-texts.ts';
import { sortFiles, withIncoming, type RefusedFile } from '../../incoming-rules.ts';
import { refusedFile } from '../../refusal-texts.ts';
import { composer, loadComposer, openComposer } from '../drafts/composer.ts';
import { entryDraft, filesOf } from '../drafts/drafts.ts';

type Shared = Incoming<RefusedFile>;

/** How long the service worker may take to answer, in milliseconds. */
const answerMs = 2000;

/**
 * Adds what waits for this user, or guest, to the draft. `opened`: the id of what this page was opened with, which opens
 * the dialog; empty if it could not be kept. What was shared while the browser had another user's session stays for them.
 */
export function addIncoming(userId: string, opened: string | undefined): Promise<void> {
  return withTabLock('incoming', 'wait', () => add(userId, opened));
}

async function add(userId: string, opened: string | undefined): Promise<void> {
  entryDraft.load(userId);
  const owner = userId === guestId ? null : userId;
  const all = (await listIncoming().catch(() => [])) as Shared[];
  const mine = all.filter(
    (shared) => shared.owner === owner || (shared.owner === null && shared.id === opened),
  );
  const refused: string[] = [];
  for (const shared of mine) {
    const { files, left } = put(shared, refused);
    entryDraft.change({ unloadedFiles: [...entryDraft.get().unloadedFiles, ...files] });
    await takeIncoming(shared, userId, left);
  }
  if (mine.length > 0) loadComposer(userId);
  if (opened === undefined) return;
  const isKept = all.some(({ id }) => id === opened);
  if (isKept && !mine.some(({ id }) => id === opened)) {
    toast(owner === null ? texts.waits : texts.waitsForOther);
    return;
  }
  if (!isKept && !(await addUnkept(opened, refused))) {
    toast({ ...texts.lost, tone: 'danger' });
    return;
  }
  composer.set({ refusedFiles: refused });
  openComposer();
}

/** Adds its text to the draft. Returns those of its files that fit, and the ids of the others. */
function put(shared: Shared, refused: string[]) {
  const { content, ...draft } = entryDraft.get();
  const attached = filesOf(draft);
  const fresh = shared.files.filter(({ id }) => !attached.some((file) => file.id === id));
  // Only their number counts: the service worker has checked the rest.
  const { accepted, refused: others } = sortFiles(
    fresh.map((file) => ({ ...file, type: 'image/*' })),
    attached.length,
  );
  for (const { name, size, problem } of [...shared.refused, ...others])
    refused.push(refusedFile[problem](name, formatBytes(size)));
  entryDraft.change({ content: withIncoming(content, shared.text), source: 'share' });
  const files = fresh.filter(({ id }) => accepted.some((file) => file.id === id));
  return { files, left: fresh.filter((file) => !files.includes(file)).map(({ id }) => id) };
}

/** Adds what only the service worker has, because the browser could not store it. Returns whether it has it. */
async function addUnkept(id: string, refused: string[]): Promise<boolean> {
  const found = id === '' ? undefined : await askWorker(id);
  if (!found) return false;
  const { files } = put(found.incoming, refused);
  const loaded = found.files.filter((file) => files.some(({ id: fileId }) => fileId === file.id));
  entryDraft.change({ files: [...entryDraft.get().files, ...loaded] });
  return true;
}

function askWorker(id: string): Promise<{ incoming: Shared; files: AttachedFile[] } | undefined> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return Promise.resolve(undefined);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as { incoming: Shared; files: AttachedFile[] } | undefined);
    setTimeout(() => resolve(undefined), answerMs);
    worker.postMessage({ type: 'unkept', id }, [port2]);
  });
}
