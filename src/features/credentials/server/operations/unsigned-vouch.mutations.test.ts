// What is signed cannot be changed: another implementation refuses 500 changes of each form.
import { expect, it } from 'vitest';
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { jwtElsewhere, problemElsewhere, type Did } from '#tests/support/credential-verifier.ts';

const read = (file: Parameters<typeof credentialVector>[0]) => JSON.parse(credentialVector(file)) as object;
const world = {
  dids: [read('did.json') as Did],
  lists: [read('status-list.json') as { id: string }],
  now: new Date('2026-06-01T00:00:00Z'),
};
const changes = 500;

/** The same on each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Json = string | boolean | Json[] | { [name: string]: Json };
type Place = { holder: Json[] | { [name: string]: Json }; name: string };

/** Every value in the document, at any depth. */
function placesOf(value: Json): Place[] {
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => [{ holder: value, name }, ...placesOf(inner)]);
}

/**
 * Changes one value: drops it, repeats it, or changes a character. Not what the standards leave open: more proofs in a set, more
 * contexts than a proof names, and none where the surrounding document has them. Nor white space in base58, which some ignore.
 */
function change(document: { [name: string]: Json }, random: (below: number) => number): string {
  const places = placesOf(document).filter(
    ({ holder, name }) => name !== '@context' && (holder !== document || name !== 'proof'),
  );
  const { holder, name } = places[random(places.length)]!;
  const members = holder as { [name: string]: Json };
  const value = members[name]!;
  if (typeof value === 'string' && random(4) > 0) {
    const at = random(value.length + 1);
    const before = value.slice(0, at);
    const now = ['x', 'l', '0', 'ß'][random(4)]!;
    members[name] = before + now + value.slice(at + (value[at] === now ? 0 : random(2)));
    return `${name} at ${at}`;
  }
  if (typeof value === 'boolean') members[name] = !value;
  else if (random(2) === 0) members[name] = [value, 'another'];
  else if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete members[name];
  return name;
}

it.each([
  ['full.json', 'rdfc', 0],
  ['full.json', 'jcs', 1],
  ['status-list.json', 'rdfc', 0],
  ['status-list.json', 'jcs', 1],
] as const)(
  `another implementation refuses ${changes} changes of %s by its proof %s`,
  async (file, suite, index) => {
    const random = randomFrom(7);
    const { proof, ...document } = read(file) as { proof: object[] };
    // A set of proofs counts if one of them does, so each is tried alone.
    const original = JSON.stringify({ ...document, proof: proof[index] });
    const statements = await statementsOf(document);
    const accepted: string[] = [];
    for (let n = 0; n < changes; n += 1) {
      const changed = JSON.parse(original) as { [name: string]: Json };
      const what = change(changed, random);
      if (JSON.stringify(changed) === original || (await isRefused(changed, suite))) continue;
      if (suite === 'jcs' || (await statementsOf(changed)) !== statements) accepted.push(what);
    }
    expect(accepted).toEqual([]);
  },
  120_000,
);

/** The issuer is named twice, and what is said twice can be dropped once: `eddsa-rdfc-2022` covers statements, not text. */
async function statementsOf(document: object): Promise<string> {
  const { proof: _, ...unsigned } = document as { proof?: unknown };
  return canonicalRdf(unsigned);
}

async function isRefused(document: object, suite: 'rdfc' | 'jcs'): Promise<boolean> {
  try {
    return (await problemElsewhere(document, world, suite)) !== undefined;
  } catch {
    return true;
  }
}

it(`another implementation refuses ${changes} changes of the JWT`, async () => {
  const random = randomFrom(11);
  const jwt = credentialVector('full.jwt').trim();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const accepted: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const at = random(jwt.length);
    const letter = alphabet[random(64)]!;
    const changed = jwt.slice(0, at) + letter + jwt.slice(at + 1);
    if (changed === jwt || changed.split('.').length !== 3) continue;
    const isAccepted = await jwtElsewhere(changed, world).then(
      () => true,
      () => false,
    );
    if (isAccepted) accepted.push(at);
  }
  // The spare bits of the last character of a signature mean nothing.
  expect(accepted.filter((at) => at !== jwt.length - 1)).toEqual([]);
}, 60_000);
