// The script of /verify, also in the saved page: plain DOM code. It sends nothing, unless the reader asks the issuer of a
// credential; a link of this instance is fetched.
import type { CheckedCredential } from '#features/credentials/verify/verify-credential.ts';
import { handedOver, handedOverHash, keepAnswers } from '#features/credentials/web/handed-over.ts';
import { mostBytes, type Bytes } from '#platform/files/bytes.ts';
import { credentialPageTexts } from '../credential-texts.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { CredentialReader } from './verify/credential-reader.ts';
import { findCredentials, type FoundCredentials } from './verify/find-credentials.ts';
import { find } from './verify/page-parts.ts';
import { showCredentials } from './verify/show-credentials.ts';
import { showPacket } from './verify/show-packet.ts';
import { verifyPacket, type Checked, type KnownKeys } from './verify/verify-packet.ts';
import { credentialsIn, type LineWithCredential } from './verify/vouch-credentials.ts';

const nothingFound = { credentials: [], documents: [], lists: [], isArchive: true, hasPacket: true };
const known = JSON.parse(
  document.querySelector<HTMLMetaElement>('[name=logbook-known-keys]')!.content,
) as KnownKeys;
const reader = new CredentialReader(known);
const form = document.querySelector<HTMLFormElement>('[data-link]');
/** Whether the page was opened for a credential in the log of this tab. */
const isHandedOver = form !== null && location.hash === handedOverHash;
/** The newest check: an earlier one that ends later is not shown. */
let newest = 0;
/** Of the packet that is shown: whose credentials are the first of those that are shown. */
let inLines: LineWithCredential[] = [];

async function check(read: () => Promise<Bytes | string>): Promise<void> {
  const mine = ++newest;
  const show = await resultOf(await read());
  if (mine === newest) show();
}

/** Checks a file, or says why there is none, and returns what shows the result. */
async function resultOf(content: Bytes | string): Promise<() => void> {
  if (typeof content === 'string') return () => showSentence(content);
  const found = await findCredentials(content);
  if (typeof found === 'string') return () => showSentence(found);
  const packet = !found || found.hasPacket ? await verifyPacket(content, known) : undefined;
  const own = packet?.document ? credentialsIn(packet.document) : [];
  const isReady = (own.length > 0 || found !== undefined) && reader.take(withOwn(own, found));
  const credentials = isReady ? await reader.check() : [];
  return () => {
    // Keys and lists alone are for what is shown, which may be a packet.
    const isMore =
      !packet && found?.credentials.length === 0 && document.querySelector('[data-packet] [data-document]');
    if (!isMore) inLines = own;
    if (packet) showPacket(packet);
    else if (!isReady) showSentence(credentialPageTexts.evidenceOnly);
    if (isReady) showAll(credentials, { isAlone: !packet && !isMore });
  };
}

/** The credentials of the lines come first. */
function withOwn(own: readonly LineWithCredential[], found: FoundCredentials = nothingFound) {
  return { ...found, credentials: [...own.map(({ credential }) => credential), ...found.credentials] };
}

function showSentence(sentence: string): void {
  const checked: Checked = { verdict: 'unreadable', sentence, problems: [], lines: [] };
  showPacket(checked);
}

function showAll(
  credentials: readonly CheckedCredential[],
  { isAlone, failed = [] }: { isAlone: boolean; failed?: readonly string[] },
): void {
  const result = find('[data-result]');
  if (isAlone) result.replaceChildren();
  else result.querySelectorAll('[data-credential]').forEach((element) => element.remove());
  // The saved page sends nothing at all.
  const ask = form === null ? undefined : (credential: CheckedCredential) => askFor(credential, isAlone);
  showCredentials(credentials, { ask, failed, lines: inLines });
  // Screen readers read the sentence, and the page scrolls to it.
  if (isAlone) find('[data-credential] [data-sentence]', result).focus();
}

async function askFor({ ask }: CheckedCredential, isAlone: boolean): Promise<string[]> {
  const mine = ++newest;
  const failed = await reader.ask(ask, (answers) => isHandedOver && keepAnswers(answers));
  const credentials = await reader.check();
  if (mine === newest) showAll(credentials, { isAlone, failed });
  return failed;
}

function checkFile(file: File): void {
  void check(async () => {
    try {
      // A file that is too large is refused by its size.
      return new Uint8Array(await file.slice(0, mostBytes.file + 1).arrayBuffer());
    } catch {
      // It was moved, or changed since it was chosen, or it is a folder.
      return texts.unreadableFile;
    }
  });
}

const input = document.querySelector<HTMLInputElement>('[type=file]')!;
input.addEventListener('change', () => {
  if (input.files?.[0]) checkFile(input.files[0]);
  // Choosing the same file again checks it again.
  input.value = '';
});

const drop = find('[data-drop]');
const isOver = (over: boolean) => drop.toggleAttribute('data-over', over);
// A file dropped next to the field would replace the page.
window.addEventListener('dragover', (event) => {
  event.preventDefault();
  isOver(true);
});
window.addEventListener('dragleave', () => isOver(false));
window.addEventListener('drop', (event) => {
  event.preventDefault();
  isOver(false);
  const { items, files } = event.dataTransfer ?? {};
  const isFolder = [...(items ?? [])].some((item) => item.webkitGetAsEntry()?.isDirectory);
  if (isFolder || (files && files.length > 1)) void check(async () => texts.oneFile);
  else if (files?.[0]) checkFile(files[0]);
});

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void check(() => readLink(form.querySelector('input')!.value.trim()));
});
// From the page of a packet or a credential. A fragment is not sent to the server.
const path = /^#(\/(?:p|credentials)\/[\w-]+)$/.exec(location.hash)?.[1];
if (form && path) {
  form.querySelector('input')!.value = location.origin + path;
  form.requestSubmit();
}

const credential = isHandedOver ? handedOver() : null;
if (credential !== null) void check(async () => new TextEncoder().encode(credential));

/** The JSON of a link, or why there is none. */
async function readLink(link: string): Promise<Bytes | string> {
  const { origin, pathname } = new URL(link);
  const linked = /^\/(?:p|credentials)\/[\w-]+/.exec(pathname)?.[0];
  if (origin !== location.origin || !linked) return texts.foreignLink(location.origin);
  try {
    const response = await fetch(`${linked}.json`, { referrerPolicy: 'no-referrer' });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : texts.brokenLink;
  } catch {
    return texts.brokenLink;
  }
}
