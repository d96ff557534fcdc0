import { monthOf } from '#platform/clock/days.ts';
import { monthTitle } from '#platform/reader/formats.ts';
import type { Material, PacketDraft } from '../../contract.ts';
import { editorTexts, groupTitles } from '../../editor-texts.ts';
import { groupsOf, suggest } from '../../suggest-rules.ts';

/** The draft that the editor would suggest for a period, and how many items it leaves out. */
export function suggestDraft(material: Material, title?: string): { draft: PacketDraft; leftOut: number } {
  const titles = { ...groupTitles, tag: (tag: string) => `#${tag}`, month: monthTitle };
  const groups = groupsOf(material, titles, (at) => monthOf(at, material.time_zone));
  return suggest(material, groups, title ?? editorTexts.title);
}
