// The texts of entries that are made from a résumé: others have the text of their source.

type Place = { position: string; company: string };

const at = ({ position, company }: Place) => [position, company].filter((part) => part !== '').join(' at ');

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
    at(place) === '' ? '' : `Started ${place.position === '' ? 'at' : 'as'} ${at(place)}`,
  finished: (place: Place) =>
    at(place) === '' ? '' : `Finished ${place.position === '' ? 'at' : 'as'} ${at(place)}`,
  certificate: (name: string, by: string, url: string) =>
    name === '' ? '' : `Certificate: ${name}${by === '' ? '' : `, by ${by}`}${url === '' ? '' : `\n${url}`}`,
  award: (title: string, by: string) => (by === '' ? title : `${title}, by ${by}`),
  degree: (study: string, area: string, institution: string) =>
    [[study, area].filter((part) => part !== '').join(', '), institution]
      .filter((part) => part !== '')
      .join(' at '),
  recommendation: (by: Place & { name: string }, text: string) =>
    `Recommendation from ${[by.name, at(by)].filter((part) => part !== '').join(', ')}:\n“${text}”`,
} as const;
