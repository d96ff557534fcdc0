// What a credential claims, as lines for people. Everything in it may be forged: the page shows it as text.
import { verifyTexts as texts } from '../verify-texts.ts';
import { issuerName } from './issuer-name.ts';
import { idOf, listed } from './open-credential.ts';
import { isObject, type Json, type JsonObject } from './strict-json.ts';

export type Fact = { label: string; text: string };

/** More than a reader reads. */
const mostFacts = 60;
const { labels } = texts;

export function claimsOf(document: JsonObject): Fact[] {
  const subjects = listed(document['credentialSubject']).filter(isObject);
  const isBadge = listed(document['type']).includes('OpenBadgeCredential');
  const facts = [
    fact(labels.name, document['name']),
    fact(labels.description, document['description']),
    ...subjects.flatMap((subject) => (isBadge ? badgeFacts(subject) : plainFacts(subject))),
    ...listed(document['evidence']).flatMap((evidence) => [evidenceFact(evidence)]),
    ...endorsementsIn(document).map((endorsement) => endorsementFact(endorsement, idOf(document['issuer']))),
  ];
  // A badge often has the name of its work as its title.
  const seen = new Set(['']);
  const isNew = ({ text }: Fact) => !seen.has(text) && seen.add(text);
  return facts.filter(isNew).slice(0, mostFacts);
}

const fact = (label: string, value: Json | undefined): Fact => ({ label, text: textOf(value) });

/** A text, or the first of those in several languages. */
export function textOf(value: Json | undefined): string {
  const [first] = listed(value);
  const text = isObject(first) ? first['@value'] : first;
  return typeof text === 'string' ? text : '';
}

/** JSON-LD lets one object stand alone, in a list, or in several parts. */
const objectsIn = (value: Json | undefined) => listed(value).filter(isObject);

function badgeFacts(subject: JsonObject): Fact[] {
  const sources = objectsIn(subject['source']);
  const people = objectsIn(subject['identifier']).filter(
    (identity) => identity['identityType'] === 'name' && identity['hashed'] === false,
  );
  return [
    ...people.map((person) => fact(labels.person, person['identityHash'])),
    ...objectsIn(subject['achievement']).flatMap(({ name, description, criteria }) => [
      fact(labels.achievement, name),
      fact(labels.text, description),
      ...objectsIn(criteria).map(({ narrative }) => fact(labels.criteria, narrative)),
    ]),
    ...sources.map(({ name, description }) => ({
      label: labels.source,
      text: [name, description].map(textOf).filter(Boolean).join(', '),
    })),
    ...sources
      .flatMap((source) => objectsIn(source['otherIdentifier']))
      .filter((entry) => entry['identifierType'] === 'ext:mailboxDomain')
      .map((entry) => fact(labels.mailbox, entry['identifier'])),
  ];
}

const evidenceFact = (evidence: Json): Fact => {
  const { name, description } = isObject(evidence) ? evidence : {};
  return { label: labels.evidence, text: [name, description].map(textOf).filter(Boolean).join(', ') };
};

/** With its issuer, if that is not the one of the whole. */
function endorsementFact({ credentialSubject, issuer }: JsonObject, outer: string | undefined): Fact {
  const comment = textOf(isObject(credentialSubject) ? credentialSubject['endorsementComment'] : undefined);
  const by = idOf(issuer);
  const isOwn = by === undefined || by === outer || comment === '';
  return { label: labels.endorsement, text: isOwn ? comment : texts.endorsedBy(comment, issuerName(by)) };
}

/** What another kind of credential says of its subject: each text with the names that lead to it. */
function plainFacts(subject: JsonObject, path: readonly string[] = []): Fact[] {
  return Object.entries(subject).flatMap(([name, member]) => {
    const label = [...path, name].join(' › ');
    return listed(member).flatMap((item): Fact[] => {
      if (isObject(item)) return path.length < 5 ? plainFacts(item, [...path, name]) : [];
      return item === null || Array.isArray(item) ? [] : [{ label, text: String(item) }];
    });
  });
}

/** The credentials inside it in which others endorse something, and those that are JWTs. */
export function insideOf(value: Json): { endorsements: JsonObject[]; jwts: string[] } {
  if (Array.isArray(value)) return together(value.map((item) => insideOf(item)));
  if (!isObject(value)) return { endorsements: [], jwts: [] };
  const own = {
    endorsements: listed(value['endorsement']).filter(isObject),
    jwts: listed(value['endorsementJwt']).filter((item) => typeof item === 'string'),
  };
  return together([own, ...Object.values(value).map((member) => insideOf(member))]);
}

const together = (all: { endorsements: JsonObject[]; jwts: string[] }[]) => ({
  endorsements: all.flatMap(({ endorsements }) => endorsements),
  jwts: all.flatMap(({ jwts }) => jwts),
});

const endorsementsIn = (document: JsonObject) => insideOf(document).endorsements;
