import { describe, expect, it } from 'vitest';
import { splitEmoji } from './rules.ts';

describe('the emoji of a captured text', () => {
  it.each([
    ['🚀 Shipped it #release', 'Shipped it #release', '🚀'],
    ['Shipped it #release 🚀', 'Shipped it #release', '🚀'],
    ['⚡\ufe0f Faster', 'Faster', '⚡'],
    ['#release 🎉\nShipped it', '#release\nShipped it', '🎉'],
    ['🎉\nShipped it', '\nShipped it', '🎉'],
    ['  \n🔥 Later line first', 'Later line first', '🔥'],
  ])('is taken from the first line: %j', (text, content, emoji) => {
    expect(splitEmoji(text, undefined)).toEqual({ content, emoji });
  });

  it.each([
    'Shipped it',
    '🎉',
    '🦊 Not one of the ten',
    'Text\n🚀 in another line',
    '🚀Without a space',
    'In the 🚀 middle',
  ])('is none, and the text stays, for %j', (text) => {
    expect(splitEmoji(text, undefined)).toEqual({ content: text, emoji: null });
  });

  it('is the one that the caller has named', () => {
    expect(splitEmoji('🚀 Shipped', '🎯')).toEqual({ content: '🚀 Shipped', emoji: '🎯' });
  });
});
