// The credential of a vouch that another instance recorded: whether it says what the record shows. Everything is untrusted.
import { shownVouch } from './rules.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectIn = (value: Json, key: string): Json => (isObject(value[key]) ? value[key] : {});
const textIn = (value: Json, key: string) => (typeof value[key] === 'string' ? value[key] : '');

/** The text of the credential in a record: JSON, or a JWT. Undefined if it has none. */
export function credentialIn(record: string): string | undefined {
  try {
    const row: unknown = JSON.parse(record);
    const credential = isObject(row) ? row['credential'] : undefined;
    if (isObject(credential)) return JSON.stringify(credential);
    return typeof credential === 'string' && credential !== '' ? credential : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a credential states, as docs/formats/credential.md says, all that a page shows of the vouch in this record. */
export function statesVouch(credential: Json, record: string): boolean {
  const { project, reference, referenceName, context, contribution, statement, second } = shownVouch(record);
  const subject = objectIn(credential, 'credentialSubject');
  const achievement = objectIn(subject, 'achievement');
  const source = objectIn(subject, 'source');
  const shown = [textIn(source, 'name'), textIn(source, 'description')].filter(Boolean).join(', ');
  return (
    project !== '' &&
    textIn(achievement, 'name') === project &&
    textIn(achievement, 'description') === [context, contribution].join('\n\n') &&
    textIn(source, 'name') === referenceName &&
    shown === reference &&
    statementIn(credential) === statement &&
    textIn(credential, 'validFrom') === second
  );
}

/** What the reference added. Empty if there is nothing; undefined if it cannot be read. */
function statementIn(credential: Json): string | undefined {
  if (credential['endorsement'] === undefined) return '';
  const [first, ...more] = [credential['endorsement']].flat();
  if (!isObject(first) || more.length > 0) return undefined;
  return textIn(objectIn(first, 'credentialSubject'), 'endorsementComment');
}
