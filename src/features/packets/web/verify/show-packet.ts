// Shows the result of a packet on /verify: what is certain, and the packet with what does not match.
import type { FrozenItem, PacketDocument } from '../../format-contract.ts';
import { dayTitle, fileLine, provenanceOf } from '../../provenance-rules.ts';
import { provenanceTexts } from '../../provenance-texts.ts';
import { verifyTexts as texts } from '../../verify-texts.ts';
import { copyOf, fill, find, listItem } from './page-parts.ts';
import type { Checked } from './verify-packet.ts';

/** Puts the result into the page. */
export function showPacket(checked: Checked): void {
  const result = find('[data-result]');
  const { verdict, sentence, problems, document: packet, record } = checked;
  const copy = copyOf('result');
  fill(copy, { sentence, key: record ? texts.key(record.key.id) : '' });
  find('[data-problems]', copy).append(
    ...problems.map((problem) => listItem(problem)),
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
  find('[data-packet]', copy).dataset['verdict'] = verdict;
  result.replaceChildren(copy);
  // Screen readers read the sentence, and the page scrolls to it.
  find('[data-sentence]', result).focus();
}

/** The most lines that the result lists on top, with links to them. */
const mostLinks = 10;

function lineProblems(lines: Checked['lines']): HTMLElement[] {
  const elements = lines.slice(0, mostLinks).map(({ line, problem, isMissing }) => {
    const link = document.createElement('a');
    link.href = `#${lineId(line, isMissing)}`;
    link.textContent = texts.line(line);
    link.className = 'underline';
    return listItem(link, `: ${problem}`);
  });
  const more = lines.length - mostLinks;
  return more > 0 ? [...elements, listItem(texts.moreLines(more))] : elements;
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
