// That the pseudo-locale changes what it should, and that misplaced texts are found.
import { describe, expect, it } from 'vitest';
import { texts } from '#ui/texts.ts';
import { treeOf } from '../../scripts/check/tree.ts';
import { Literals } from './literals.ts';
import { inPseudoLocale, isLengthened, lengthened, whole } from './pseudo.ts';

describe('a text in the pseudo-locale', () => {
  it('keeps its words, and is 40 % longer', () => {
    const text = 'Your entries are safe.';
    expect(lengthened(text)).toMatch(/^Your entries are safe\. [א-ת ]+$/);
    expect(lengthened(text).length / text.length).toBeGreaterThan(1.3);
    expect(lengthened(text).length / text.length).toBeLessThan(1.5);
  });

  it('is no longer again for the texts that it contains', () => {
    const [inner, outer] = ['the inbox', (text: string) => `You find it in ${text}.`];
    const whatIsAdded = (text: string) => text.length - outer(inner).length;
    expect(whatIsAdded(lengthened(outer(lengthened(inner))))).toBeLessThan(
      whatIsAdded(lengthened(outer(inner))) + lengthened(inner).length - inner.length + 1,
    );
  });

  it.each(['report.pdf', 'https://example.com/a', '42', 'day-one'])('is the same for %s', (text) => {
    expect(lengthened(text)).toBe(text);
  });

  it('is found as a whole, in English, too', () => {
    for (const text of ['Close', lengthened('Close')]) expect(text).toMatch(whole('Close'));
    for (const text of ['Close all', lengthened('Close all')]) expect(text).not.toMatch(whole('Close'));
  });
});

describe('the texts of a module', () => {
  it('are changed in objects, lists and what functions return, and keep their identity', () => {
    const made = inPseudoLocale({ list: ['One'], of: (name: string) => ({ title: `Of ${name}` }), count: 3 });
    expect(made.list.every(isLengthened)).toBe(true);
    expect(isLengthened(made.of('Ada').title)).toBe(true);
    expect(made.count).toBe(3);
    expect(made.list).toBe(made.list);
  });

  it('are changed by the plugin', () => {
    expect(isLengthened(texts.close)).toBe(true);
  });
});

it('a text is found in the module that contains it, unless that is a texts module', () => {
  const found = Literals.of(
    treeOf({
      'src/ui/part.tsx': `export const Part = () => <p title="Read me">{'You are offline now, ' + name}</p>;`,
      'src/ui/texts.ts': `export const texts = { close: 'Close it' };`,
    }),
  );
  expect(found.moduleOf('Read me')).toBe('src/ui/part.tsx');
  expect(found.moduleOf('You are offline now, Ada')).toBe('src/ui/part.tsx');
  expect(found.moduleOf('Close it')).toBeUndefined();
  expect(found.moduleOf('Ada Lovelace')).toBeUndefined();
});
