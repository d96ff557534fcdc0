// The texts of entries that are made from a résumé: others have the text of their source.
import { list } from '#platform/text/language.ts';

type Place = { position: string; company: string };

/** The form of a text for a place of which a part may be empty. Empty if both are. */
function placed({ position, company }: Place, forms: Place & { both: string }): string {
  if (position !== '' && company !== '') return forms.both;
  if (position !== '') return forms.position;
  return company === '' ? '' : forms.company;
}

const filled = (...parts: string[]) =>
  list(
    parts.filter((part) => part !== ''),
    'unit',
  );

/** What the suggestions of a résumé are grouped by: its sections. */
export const sectionTexts = {
  positions: 'Positions',
  work: 'Work',
  volunteering: 'Volunteering',
  projects: 'Projects',
  education: 'Education',
  honors: 'Honors',
  awards: 'Awards',
  certificates: 'Certificates',
  publications: 'Publications',
  recommendations: 'Recommendations',
} as const;

export const stageTexts = {
  started: (place: Place) =>
    placed(place, {
      both: `Started as ${place.position} at ${place.company}`,
      position: `Started as ${place.position}`,
      company: `Started at ${place.company}`,
    }),
  finished: (place: Place) =>
    placed(place, {
      both: `Finished as ${place.position} at ${place.company}`,
      position: `Finished as ${place.position}`,
      company: `Finished at ${place.company}`,
    }),
  certificate: (name: string, by: string, url: string) =>
    name === '' ? '' : `Certificate: ${name}${by === '' ? '' : `, by ${by}`}${url === '' ? '' : `\n${url}`}`,
  award: (title: string, by: string) => (by === '' ? title : `${title}, by ${by}`),
  degree: (study: string, area: string, institution: string) => {
    const subject = filled(study, area);
    return placed(
      { position: subject, company: institution },
      { both: `${subject} at ${institution}`, position: subject, company: institution },
    );
  },
  recommendation: (by: Place & { name: string }, text: string) => {
    const { position, company } = by;
    const place = placed(by, { both: `${position} at ${company}`, position, company });
    return `Recommendation from ${filled(by.name, place)}:\n“${text}”`;
  },
} as const;
