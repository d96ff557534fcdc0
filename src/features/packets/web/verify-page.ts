// The script of /verify, also in the saved page: plain DOM code. It sends nothing; a link of this instance is fetched.
import type { FrozenItem, PacketDocument } from '../format-contract.ts';
import { fileLine, provenanceOf } from '../provenance-rules.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { mostBytes } from './verify/bytes.ts';
import { verifyPacket, type Checked, type KnownKeys } from './verify/verify-packet.ts';

const find = (selector: string, root: ParentNode = document) => root.querySelector<HTMLElement>(selector)!;

const result = find('[data-result]');
const known = JSON.parse(
  document.querySelector<HTMLMetaElement>('[name=logbook-known-keys]')!.content,
) as KnownKeys;
/** The newest check: an earlier one that ends later is not shown. */
let newest = 0;

async function check(read: () => Promise<Uint8Array<ArrayBuffer> | string>): Promise<void> {
  const mine = ++newest;
  const content = await read();
  const checked: Checked =
    typeof content === 'string'
      ? { verdict: 'unreadable', sentence: content, problems: [], lines: [] }
      : await verifyPacket(content, known);
  if (mine === newest) show(checked);
}

function copyOf(name: string): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`[data-${name}-template]`)!;
  return template.content.cloneNode(true) as DocumentFragment;
}

function show({ verdict, sentence, problems, lines, document: packet, record }: Checked): void {
  const copy = copyOf('result');
  find('[data-sentence]', copy).textContent = sentence;
  find('[data-problems]', copy).append(
    ...problems.map((problem) => Object.assign(document.createElement('li'), { textContent: problem })),
  );
  if (record) find('[data-key]', copy).textContent = texts.key(record.key.id);
  if (packet) {
    find('[data-title]', copy).textContent = packet.title;
    find('[data-lines]', copy).append(...lineElements(packet, lines));
  } else find('[data-document]', copy).remove();
  result.dataset['verdict'] = verdict;
  result.replaceChildren(copy);
  // Screen readers read the sentence, and the page scrolls to it.
  find('[data-sentence]', result).focus();
}

function lineElements(packet: PacketDocument, problems: Checked['lines']): DocumentFragment[] {
  const items = packet.groups.flatMap((group) => group.items);
  const elements = items.map((item, at) => {
    const found = problems.find(({ line, isMissing }) => line === at + 1 && !isMissing);
    return lineElement(at + 1, found?.problem, item.text, provenance(item, packet.timeZone));
  });
  const missing = problems.filter(({ isMissing }) => isMissing);
  return [...elements, ...missing.map(({ line, problem }) => lineElement(line, problem, '', ''))];
}

function lineElement(number: number, problem: string | undefined, text: string, below: string) {
  const copy = copyOf('line');
  find('[data-number]', copy).textContent = String(number);
  find('[data-problem]', copy).textContent = problem ?? '';
  find('[data-text]', copy).textContent = text;
  find('[data-provenance]', copy).textContent = below;
  return copy;
}

/** A forged packet may have dates, zones and files that are none. */
function provenance(item: FrozenItem, timeZone: string): string {
  try {
    const files = item.kind === 'entry' ? (item.files ?? []).map(fileLine) : [];
    return [...provenanceOf(item, timeZone), ...files, ...(item.note ? [item.note] : [])].join(' · ');
  } catch {
    return '';
  }
}

function checkFile(file: File | undefined): void {
  // A file that is too large is refused by its size, before it is read.
  if (file) void check(async () => new Uint8Array(await file.slice(0, mostBytes.file + 1).arrayBuffer()));
}

const input = document.querySelector<HTMLInputElement>('[type=file]')!;
input.addEventListener('change', () => {
  checkFile(input.files?.[0]);
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
  checkFile(event.dataTransfer?.files[0]);
});

const form = document.querySelector<HTMLFormElement>('[data-link]');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void check(() => readLink(form.querySelector('input')!.value.trim()));
});

/** The packet.json of a link, or why there is none. */
async function readLink(link: string): Promise<Uint8Array<ArrayBuffer> | string> {
  const { origin, pathname } = new URL(link);
  const path = /^\/p\/[\w-]+/.exec(pathname)?.[0];
  if (origin !== location.origin || !path) return texts.foreignLink(location.origin);
  try {
    const response = await fetch(`${path}.json`, { referrerPolicy: 'no-referrer' });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : texts.brokenLink;
  } catch {
    return texts.brokenLink;
  }
}
