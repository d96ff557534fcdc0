// The report on accessibility in GSA's OpenACR format, with the criteria of "VPAT 2.5 WCAG Edition" (WCAG 2.2): what the browser
// tests found, and what is known of each criterion besides.
import type { Evidence } from '../../accessibility-contract.ts';
import { claims, criteria, reportTexts as texts, type Level } from '../../accessibility-texts.ts';

export type Finding = { number: string; handle: string; grade: 'A' | 'AA'; level: Level; notes: string };

/** What is known of each criterion of the levels A and AA. */
export function findingsOf({ rules, checks }: Evidence): Finding[] {
  return criteria.map(([number, grade, handle]) => {
    const { level, note } = claims[number];
    const own = rules.filter((rule) => rule.criteria.includes(number));
    const undecided = own.filter((rule) => rule.undecided > 0);
    const parts = [
      note,
      own.length === 0 ? texts.noRule : texts.rules(own.map(({ id }) => id)),
      ...undecided.map((rule) => texts.undecided(rule.id, rule.undecided, checks)),
    ];
    return { number, handle, grade, level, notes: parts.filter(Boolean).join(' ') };
  });
}

/** How many criteria have which level. */
export function countOf(findings: readonly Finding[], level: Level): number {
  return findings.filter((finding) => finding.level === level).length;
}

type About = {
  /** Of the product. */
  version: string;
  author: { name: string; email: string };
};

/** As the format has it: its members, in its order. */
export function openAcrOf(found: Evidence, { version, author }: About) {
  const findings = findingsOf(found);
  const chapter = (grade: Finding['grade']) => ({
    criteria: findings
      .filter((finding) => finding.grade === grade)
      .map(({ number, level, notes }) => ({
        num: number,
        components: [{ name: 'web', adherence: { level, notes } }],
      })),
  });
  return {
    title: texts.title,
    product: { name: 'Logbook', version, description: texts.product },
    author,
    report_date: found.day,
    version: 1,
    notes: [texts.intro, ...gapsOf(found)].join('\n\n'),
    evaluation_methods_used: texts.methods(found),
    license: 'MIT',
    catalog: '2.5-edition-wcag-2.2-en',
    chapters: {
      success_criteria_level_a: chapter('A'),
      success_criteria_level_aa: chapter('AA'),
      success_criteria_level_aaa: { disabled: true, notes: texts.levelAaa },
    },
  };
}

/** What this report does not know, in sentences. */
export function gapsOf({ rules, checks }: Evidence): string[] {
  const checked = new Set(rules.flatMap((rule) => rule.criteria));
  const without = criteria.filter(([number]) => !checked.has(number)).length;
  const undecided = rules.filter((rule) => rule.undecided > 0).length;
  return [
    ...texts.gaps,
    texts.withoutRules(without, criteria.length),
    ...(undecided === 0 ? [] : [texts.undecidedRules(undecided, checks)]),
  ];
}
