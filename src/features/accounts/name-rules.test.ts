import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPlainName, shownName } from './name-rules.ts';
import { normalName } from './rules.ts';

// Real names, a language per line.
const languages = readFileSync(new URL('../../../tests/support/names.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(': '))
  .map(([language = '', names = '']) => [language, names.split('|')] as const);

// Spellings of an address that a mail program may turn into a link, or that a reader may type.
const links = [
  'evil.com',
  'EVIL.COM',
  'Evil.Com',
  'www.evil',
  'WWW Evil',
  'Ada evil.com',
  'Ada.evil.com',
  'evil.co.uk',
  't.co',
  'T.Co',
  'http://evil.example',
  'https evil example',
  'HTTP://EVIL',
  '//evil',
  'evil/login',
  'mailto:ada',
  'ada@evil',
  'ada＠evil',
  'evil．com',
  'evil。com',
  'evil｡com',
  'evil․com',
  'ｅｖｉｌ．ｃｏｍ',
  '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
  'ⓔⓥⓘⓛ.com',
  'evil.\u200dcom',
  'evil\u200c.com',
  'evil.c\u0301om',
  'evil .com',
  'evil. com',
  'evil . Com',
  'пример.рф',
  '例え.テスト',
  'موقع.وزارة',
  'xn--e1afmkfd.xn--p1ai',
  'evil.com, your bank',
  'Your account is locked, see evil.com',
  'Locked: www.evil-bank.example',
  'Call 0800 123456',
  '0800',
  'Call ٠٨٠٠',
  'Call ０８００',
  'Call ⑧⓪⓪',
  '+1 (555) 010-0000',
  'Ada 😀',
  'Ada ✅',
];
const controls = [
  '\u0000',
  '\n',
  '\r',
  '\t',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u061c',
  '\u200e',
  '\u202e',
  '\u2066',
];

describe('names', () => {
  it('are 500 in the list, in 40 languages or more', () => {
    expect(languages.length).toBeGreaterThanOrEqual(40);
    expect(new Set(languages.flatMap(([, names]) => names)).size).toBeGreaterThanOrEqual(500);
  });

  it.each(languages)('in %s are stored as written, and plain', (_, names) => {
    expect(names.map((name) => normalName(name))).toEqual(names);
    expect(names.filter((name) => !isPlainName(name))).toEqual([]);
    expect(names.filter((name) => !isPlainName(name.normalize('NFD')))).toEqual([]);
  });
});

describe('isPlainName', () => {
  it.each(links)('refuses %j', (name) => {
    expect(isPlainName(name)).toBe(false);
  });

  it.each(controls)('refuses a name with %j, and such a name is never stored', (control) => {
    expect(isPlainName(`Ada${control}Lovelace`)).toBe(false);
    expect(normalName(`Ada${control}Lovelace`)).toBeNull();
  });

  it.each([...links, 'Call me: now', 'Locked! Call', 'Ada\u2060Lovelace'])(
    'refuses %j after and before a real name',
    (text) => {
      expect([isPlainName(`Ada Lovelace ${text}`), isPlainName(`${text} Ada Lovelace`)]).toEqual([
        false,
        false,
      ]);
    },
  );

  it('refuses a text without letters, and one that is longer than a name', () => {
    expect([isPlainName(''), isPlainName(' '), isPlainName("'"), isPlainName('\u0301')]).not.toContain(true);
    expect([isPlainName('n'.repeat(60)), isPlainName('n'.repeat(61))]).toEqual([true, false]);
  });
});

describe('shownName', () => {
  it.each(['Your bank, call 0800 123456', 'n'.repeat(80)])('shows %j of a verified user only', (name) => {
    expect(shownName(name, 'ada@example.com')).toBe(name);
    expect(shownName(name, null)).toBeNull();
  });

  it('shows the address of a user without a name', () => {
    expect([shownName('\u3164', 'ada@example.com'), shownName('', null)]).toEqual(['ada@example.com', null]);
  });
});
