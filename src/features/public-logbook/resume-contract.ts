// The part of JSON Resume's schema 1.0.0 (https://jsonresume.org/schema) that a public logbook fills in.
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const url = z.url();

export const resumeSchema = z.strictObject({
  $schema: z.literal('https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json'),
  basics: z.strictObject({
    name: z.string(),
    label: text,
    image: z.optional(url),
    url,
    /** Empty, because a logbook knows neither. Themes read them without a check. */
    location: z.strictObject({}),
    profiles: z.tuple([]),
  }),
  projects: z.array(
    z.strictObject({
      name: text,
      description: text,
      highlights: z.array(text),
    }),
  ),
  references: z.array(
    z.strictObject({
      name: text,
      reference: text,
      /** Of the proof. The schema permits more members than it names. */
      url,
    }),
  ),
  meta: z.strictObject({
    canonical: url,
    version: z.literal('v1.0.0'),
    /** Of the newest vouch. */
    lastModified: z.optional(z.iso.datetime()),
  }),
});
export type ResumeDocument = z.infer<typeof resumeSchema>;
