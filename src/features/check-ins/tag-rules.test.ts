import { expect, test } from 'vitest';
import { limits } from './constants.ts';
import { countTags, findTags, isTag, tagKey } from './tag-rules.ts';

test.each([
  ['#Work', ['work']],
  ['at #work, #home-office and #q3_2026.', ['work', 'home-office', 'q3_2026']],
  ['#one#two', ['one']],
  ['#123 #1a #_ #-a', ['1a']],
  ['a#b &#39; /#c ##d', []],
  ['https://example.com/#top #real', ['real']],
  ['#Müller #東京 #ΟΔΟΣ', ['müller', '東京', 'οδοσ']],
  [`#${'a'.repeat(limits.tag)}`, ['a'.repeat(limits.tag)]],
  [`#${'a'.repeat(limits.tag + 1)}`, []],
  ['no tags', []],
])('the tags of %j are %j', (text, keys) => {
  expect(findTags(text).map(({ key }) => key)).toEqual(keys);
});

test('a tag has its place in the text, with its number sign', () => {
  expect(findTags('Met #Anna today')).toEqual([{ at: 4, length: 5, key: 'anna' }]);
});

test.each([
  ['a', true],
  ['2026', false],
  ['2026-11_20', false],
  ['', false],
  ['東', true],
])('%j can be a tag: %s', (name, is) => {
  expect(isTag(name)).toBe(is);
});

test('tags are compared without case, forms of letters and spaces', () => {
  expect(tagKey('ＷＯＲＫ')).toBe('work');
  expect(tagKey('e\u0301')).toBe(tagKey('É'));
});

test('tags are counted once per text, most used first and then by name, up to the limit', () => {
  expect(countTags(['#b #a #B', '#a', '#c #b', 'none'])).toEqual([
    { tag: 'a', count: 2 },
    { tag: 'b', count: 2 },
    { tag: 'c', count: 1 },
  ]);
  const many = Array.from({ length: limits.tags + 1 }, (_, index) => `#tag${index}`);
  expect(countTags(many)).toHaveLength(limits.tags);
});
