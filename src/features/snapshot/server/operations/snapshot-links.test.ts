import { expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { SnapshotLinks } from './snapshot-links.ts';

const secret = 'a secret of at least thirty-two characters';
const links = new SnapshotLinks('https://logbook.example', secret);
const at = new Date('2026-11-20T10:00:00Z');
const entry = { checkInId: newId(), managerEmail: 'mira.manager@example.com' };
const tokenOf = (link: string) => new URL(link).searchParams.get('s')!;
const token = tokenOf(links.linkFor({ ...entry, at }));
const read = { ...entry, expiresAt: new Date('2026-12-20T10:00:00Z') };
const after = (ms: number) => new Date(at.getTime() + ms);

it('a snapshot link leads to the page of this instance with a single parameter', () => {
  const url = new URL(links.linkFor({ ...entry, at }));
  expect(url.origin + url.pathname).toBe('https://logbook.example/manager-snapshot');
  expect([...url.searchParams.keys()]).toEqual(['s']);
});

it('a snapshot token names its entry, its manager and its end', () => {
  expect(links.verify(token, at)).toEqual(read);
});

it('a snapshot token is valid for exactly 30 days', () => {
  expect(links.verify(token, after(30 * dayMs - 1))).toEqual(read);
  expect(links.verify(token, after(30 * dayMs))).toBeUndefined();
});

it('a snapshot token shows neither the entry nor the address', () => {
  const bytes = Buffer.from(token, 'base64url').toString('latin1');
  expect(bytes).not.toContain('example.com');
  expect(bytes).not.toContain(entry.checkInId);
  expect(tokenOf(links.linkFor({ ...entry, at }))).not.toBe(token);
});

it('a token for the longest address is accepted', () => {
  const managerEmail = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`;
  const long = tokenOf(links.linkFor({ ...entry, managerEmail, at }));
  expect(links.verify(long, at)).toMatchObject({ ...entry, managerEmail });
});

it('a token with any changed character is refused', () => {
  // The last character also holds bits that do not belong to the bytes.
  for (let i = 0; i < token.length - 1; i++) {
    const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
    expect(links.verify(changed, at), `character ${i}`).toBeUndefined();
  }
});

it.each([
  ['nothing', ''],
  ['a word', 'token'],
  ['half a token', token.slice(0, token.length / 2)],
  ['a token with more behind it', `${token}AAAA`],
  ['two tokens', token + token],
  ['an entry id', entry.checkInId],
  ['a megabyte', 'A'.repeat(1_000_000)],
  ['text outside ASCII', 'ключ🔑\u202e\u0000'],
])('a forged snapshot token is refused: %s', (_what, forged) => {
  expect(links.verify(forged, at)).toBeUndefined();
});

it('a token of an instance with another secret is refused', () => {
  const other = new SnapshotLinks('https://logbook.example', `${secret}!`);
  expect(other.verify(token, at)).toBeUndefined();
});
