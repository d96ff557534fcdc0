import { proofPath } from '#features/credentials/carrier-constants.ts';
import { referenceText } from '../../texts.ts';
import type { ResumeDocument } from '../../resume-contract.ts';
import { publicPhoto } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { PublicLogbook, PublicVouch } from '../store.ts';

/**
 * A public logbook as a JSON Resume document: what was vouched for are its projects, and the vouches are its references.
 * `origin`: of this instance.
 */
export function resumeDocument(logbook: PublicLogbook, origin: string): ResumeDocument {
  const url = `${origin}/${logbook.slug}`;
  const photo = publicPhoto(logbook);
  const newest = logbook.vouches[0];
  return {
    $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
    basics: {
      name: logbook.full_name,
      label: texts.title,
      ...(photo !== null && { image: new URL(photo, origin).href }),
      url,
      location: {},
      profiles: [],
    },
    projects: logbook.vouches.map((vouch) => ({
      name: vouch.project_name,
      description: vouch.project_context,
      highlights: [vouch.individual_contribution],
    })),
    references: logbook.vouches.map((vouch) => ({
      name: vouch.reference_name,
      reference: textOfReference(vouch),
      url: `${origin}${proofPath}/${vouch.public_id}`,
    })),
    meta: {
      canonical: `${url}.json`,
      version: 'v1.0.0',
      ...(newest && { lastModified: new Date(newest.verified_at).toISOString() }),
    },
  };
}

/** `"A joy to work with." Verified on 2026-11-21 for "Search". Head of Platform, Engineering.` */
function textOfReference({ statement, verified_at, project_name, ...reference }: PublicVouch): string {
  const { reference_position: position, reference_department: department } = reference;
  const day = new Date(verified_at).toISOString().slice(0, 10);
  return [
    ...(statement === null ? [] : [`"${statement}"`]),
    referenceText(day, project_name),
    `${position}${department === null ? '' : `, ${department}`}.`,
  ].join(' ');
}
