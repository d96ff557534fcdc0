// The script of /verify, also in the saved page: plain DOM code. It sends nothing; a link of this instance is fetched.
import type { FrozenItem, PacketDocument } from '../format-contract.ts';
import { dayTitle, fileLine, provenanceOf, provenanceTexts } from '../provenance-rules.ts';
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

/** Fills the elements of a copy by their names. */
function fill(copy: ParentNode, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) find(`[data-${name}]`, copy).textContent = value;
}

function show(checked: Checked): void {
  const { verdict, sentence, problems, document: packet, record } = checked;
  const copy = copyOf('result');
  fill(copy, { sentence, key: record ? texts.key(record.key.id) : '' });
  find('[data-problems]', copy).append(
    ...problems.map((problem) => problemElement(problem)),
    ...lineProblems(checked.lines),
  );
  if (packet) {
    const isSigned = verdict === 'confirmed' || verdict === 'signed';
    fill(copy, {
      contents: isSigned ? texts.signedContents : texts.fileContents,
      ...{ title: packet.title, period: periodLine(packet), introduction: packet.introduction },
    });
    find('[data-groups]', copy).append(...groupElements(packet, checked.lines));
  } else find('[data-document]', copy).remove();
  result.dataset['verdict'] = verdict;
  result.replaceChildren(copy);
  // Screen readers read the sentence, and the page scrolls to it.
  find('[data-sentence]', result).focus();
}

function problemElement(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...content);
  return element;
}

/** The most lines that the result lists on top, with links to them. */
const mostLinks = 10;

function lineProblems(lines: Checked['lines']): HTMLElement[] {
  const elements = lines.slice(0, mostLinks).map(({ line, problem, isMissing }) => {
    const link = document.createElement('a');
    link.href = `#${lineId(line, isMissing)}`;
    link.textContent = texts.line(line);
    link.className = 'underline';
    return problemElement(link, `: ${problem}`);
  });
  const more = lines.length - mostLinks;
  return more > 0 ? [...elements, problemElement(texts.moreLines(more))] : elements;
}

const lineId = (line: number, isMissing = false) => `${isMissing ? 'missing' : 'line'}-${line}`;

function groupElements({ groups, timeZone }: PacketDocument, problems: Checked['lines']): DocumentFragment[] {
  let number = 0;
  const elements = groups.map(({ title, line, items }) =>
    groupElement(
      { title, line },
      items.map((item) => {
        number++;
        const found = problems.find((problem) => problem.line === number && !problem.isMissing);
        return lineElement(lineId(number), {
          ...{ number: String(number), problem: found?.problem ?? '' },
          ...{ text: shownText(item), provenance: provenance(item, timeZone), note: item.note ?? '' },
          statement: (item.kind === 'vouch' && item.statement) || '',
        });
      }),
    ),
  );
  const missing = problems.filter(({ isMissing }) => isMissing);
  if (missing.length === 0) return elements;
  const lines = missing.map(({ line, problem }) =>
    lineElement(lineId(line, true), { number: String(line), problem }),
  );
  return [...elements, groupElement({ title: texts.missing, line: '' }, lines)];
}

function groupElement(group: { title: string; line: string }, lines: DocumentFragment[]): DocumentFragment {
  const copy = copyOf('group');
  fill(copy, { 'group-title': group.title, 'group-line': group.line });
  find('[data-lines]', copy).append(...lines);
  return copy;
}

function lineElement(id: string, values: Record<string, string>): DocumentFragment {
  const copy = copyOf('line');
  fill(copy, values);
  const element = find('li', copy);
  element.id = id;
  element.toggleAttribute('data-wrong', values['problem'] !== '');
  return copy;
}

const shownText = (item: FrozenItem) =>
  item.kind === 'entry' && item.emoji !== undefined ? `${item.emoji} ${item.text}` : item.text;

/** A forged packet may have dates, zones and files that are none. */
function orNothing(text: () => string): string {
  try {
    return text();
  } catch {
    return '';
  }
}

const provenance = (item: FrozenItem, timeZone: string) =>
  orNothing(() => {
    const files = item.kind === 'entry' ? (item.files ?? []).map(fileLine) : [];
    return [...provenanceOf(item, timeZone), ...files].join(' · ');
  });

const periodLine = ({ author, period }: PacketDocument) =>
  orNothing(() => {
    const days = provenanceTexts.period(dayTitle(period.from), dayTitle(period.to));
    return author === '' ? days : `${provenanceTexts.by(author)} · ${days}`;
  });

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

const form = document.querySelector<HTMLFormElement>('[data-link]');
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void check(() => readLink(form.querySelector('input')!.value.trim()));
});
// From the page of a packet. A fragment is not sent to the server.
const path = /^#(\/p\/[\w-]+)$/.exec(location.hash)?.[1];
if (form && path) {
  form.querySelector('input')!.value = location.origin + path;
  form.requestSubmit();
}

/** The packet.json of a link, or why there is none. */
async function readLink(link: string): Promise<Uint8Array<ArrayBuffer> | string> {
  const { origin, pathname } = new URL(link);
  const packet = /^\/p\/[\w-]+/.exec(pathname)?.[0];
  if (origin !== location.origin || !packet) return texts.foreignLink(location.origin);
  try {
    const response = await fetch(`${packet}.json`, { referrerPolicy: 'no-referrer' });
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : texts.brokenLink;
  } catch {
    return texts.brokenLink;
  }
}
