// A document as its page and its print show it.
import type { FrozenFile, FrozenItem, PacketDocument } from './format-contract.ts';
import { dayTitle, provenanceOf } from './provenance-rules.ts';
import { provenanceTexts as texts } from './provenance-texts.ts';

/** `fileOf` returns what is shown for a file. */
export function shownDocument<File>(document: PacketDocument, fileOf: (file: FrozenFile) => File) {
  const { title, author, period, timeZone, introduction, groups } = document;
  return {
    title,
    author: author === '' ? '' : texts.by(author),
    period: texts.period(dayTitle(period.from), dayTitle(period.to)),
    introduction,
    sections: groups.map(({ title, line, items }) => ({
      ...{ title, line },
      lines: items.map((item) => shownLine(item, timeZone, fileOf)),
    })),
  };
}

function shownLine<File>(item: FrozenItem, timeZone: string, fileOf: (file: FrozenFile) => File) {
  const emoji = item.kind === 'entry' ? item.emoji : undefined;
  return {
    text: emoji === undefined ? item.text : `${emoji} ${item.text}`,
    ...(item.kind === 'vouch' && item.statement !== undefined && { quote: item.statement }),
    about: provenanceOf(item, timeZone).join(' · '),
    files: (item.kind === 'entry' ? (item.files ?? []) : []).map(fileOf),
    ...(item.note !== undefined && { note: item.note }),
  };
}
