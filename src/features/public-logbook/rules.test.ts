import { expect, test } from 'vitest';
import { limits } from './constants.ts';
import { pagePath, pagesOf, publicPhoto, readPage } from './rules.ts';
import { pictureTexts } from './texts.ts';

test.each([
  ['1', 1],
  ['2', 2],
  [String(limits.pages), limits.pages],
  [String(limits.pages + 1), 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['99999', 1],
  [['2', '3'], 1],
  [undefined, 1],
])('the query page=%j asks for page %d', (query, page) => {
  expect(readPage(query)).toBe(page);
});

test.each([
  [0, 1],
  [1, 1],
  [limits.vouches, 1],
  [limits.vouches + 1, 2],
])('%d vouches fill %d pages', (vouches, pages) => {
  expect(pagesOf(vouches)).toBe(pages);
});

test('only pages after the first have a query', () => {
  expect([pagePath('ada', 1), pagePath('ada', 2)]).toEqual(['/ada', '/ada?page=2']);
});

test.each([
  [null, null],
  ['https://example.com/me.png', null],
  ['/api/storage/public/profile-photos/user/photo.jpg', '/api/public_profiles/ada/photo/photo.jpg'],
])('the photo at %s has the public address %s (R-F8)', (avatar_url, address) => {
  expect(publicPhoto({ slug: 'ada', avatar_url })).toBe(address);
});

test.each([
  [0, null],
  [1, '1 verified vouch'],
  [2, '2 verified vouches'],
])('the picture of a logbook with %d vouches says %s', (vouch_count, vouches) => {
  expect(pictureTexts({ full_name: 'Ada', vouch_count })).toMatchObject({ name: 'Ada', vouches });
});
