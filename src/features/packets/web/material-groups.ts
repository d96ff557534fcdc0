import { monthOf } from '#platform/clock/days.ts';
import { monthTitle } from '#platform/reader/formats.ts';
import type { Material } from '../contract.ts';
import { groupTitles } from '../editor-texts.ts';
import { groupsOf, type ChoiceGroup } from '../suggest-rules.ts';

/** The groups of a material, with titles in the user's language. */
export function materialGroups(material: Material): ChoiceGroup[] {
  const titles = { ...groupTitles, tag: (tag: string) => `#${tag}`, month: monthTitle };
  return groupsOf(material, titles, (at) => monthOf(at, material.time_zone));
}
