import { describe, expect, it } from 'vitest';
import { credentialVector, fullVouch, plainVouch } from '#tests/support/credential-vector.ts';
import { vouchRow } from '#tests/support/log-archive.ts';
import { credentialIn, statesVouch } from './credential-rules.ts';

const full = JSON.parse(credentialVector('full.json')) as Record<string, unknown>;
const plain = JSON.parse(credentialVector('plain.json')) as Record<string, unknown>;
const recordOf = (vouch: object, more: object = {}) => JSON.stringify(vouchRow({ ...vouch, ...more }));

describe('the credential of a record', () => {
  it('is found as JSON and as a JWT, and nothing else is', () => {
    const found = (credential: unknown) => credentialIn(JSON.stringify(vouchRow({ credential })));
    expect(JSON.parse(found(full)!)).toEqual(full);
    expect(found('a.b.c')).toBe('a.b.c');
    expect([null, undefined, '', 1, true, [full]].map(found)).toEqual(Array.from({ length: 6 }));
    expect([credentialIn('not JSON'), credentialIn('null'), credentialIn('[]')]).toEqual(
      Array.from({ length: 3 }),
    );
  });

  it('states the vouch that the record shows', () => {
    expect(statesVouch(full, recordOf(fullVouch))).toBe(true);
    expect(statesVouch(plain, recordOf(plainVouch))).toBe(true);
    const confirmed = { reference_position: 'Engineer', confirmed_position: 'CTO' };
    expect(statesVouch(full, recordOf(fullVouch, confirmed))).toBe(true);
    // The same instant in other words.
    expect(statesVouch(full, recordOf(fullVouch, { verified_at: '2026-03-25T14:00:00.999+02:00' }))).toBe(
      true,
    );
  });

  it.each([
    ['project', { project_name: 'Search' }],
    ['context', { project_context: 'A team of five' }],
    ['contribution', { individual_contribution: 'Led the rewrite: from 900 ms to 8 ms.' }],
    ['name', { reference_name: 'Alan Turing' }],
    ['position', { reference_position: 'CEO' }],
    ['confirmed position', { confirmed_position: 'CEO' }],
    ['department', { reference_department: null }],
    ['sentence', { statement: 'It was an honor.' }],
    ['missing sentence', { statement: null }],
    ['day', { verified_at: '2026-03-26T12:00:00.123Z' }],
    ['broken day', { verified_at: 'never' }],
  ])('of another %s does not', (_, more) => {
    expect(statesVouch(full, recordOf(fullVouch, more))).toBe(false);
  });

  it('of another vouch, or with parts of other kinds, does not', () => {
    expect(statesVouch(full, recordOf(plainVouch))).toBe(false);
    expect(statesVouch(plain, recordOf(fullVouch))).toBe(false);
    expect(statesVouch({}, JSON.stringify({}))).toBe(false);
    const endorsement = [full['endorsement']].flat();
    const strange = [
      { endorsement: [...endorsement, ...endorsement] },
      { endorsement: 'x' },
      { validFrom: 1 },
    ];
    for (const more of [...strange, { credentialSubject: [full['credentialSubject']] }])
      expect([more, statesVouch({ ...full, ...more }, recordOf(fullVouch))]).toEqual([more, false]);
  });
});
