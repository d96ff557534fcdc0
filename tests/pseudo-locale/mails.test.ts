// Every email in the pseudo-locale: all of its texts are in texts modules, and it is laid out from right to left.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../../scripts/check/tree.ts';
import { Literals } from './literals.ts';
import { isWithoutPasswords, mailModules, sampleMails } from './mail-samples.ts';
import { isLengthened, pseudoLanguage } from './pseudo.ts';

const literals = Literals.of(readTree(join(import.meta.dirname, '../..')));

/** Texts between the tags of a document, and in attributes that are read aloud. */
function textsOf(html: string): string[] {
  const body = html.replace(/<style>.*?<\/style>/gs, '');
  const spoken = [...body.matchAll(/ (?:alt|title|aria-label)="([^"]*)"/g)].map(([, text]) => text!);
  return [...body.split(/<[^>]*>/), ...spoken].map((text) =>
    text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
}

const misplaced = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const trimmed = text.trim().replace(/\s+/g, ' ');
    const module = isLengthened(trimmed) ? undefined : literals.moduleOf(trimmed);
    return module === undefined ? [] : [`"${trimmed}" belongs into a texts module, and is in ${module}`];
  });

it('every module of emails has samples', () => {
  const modules = Object.keys(import.meta.glob('/src/features/*/server/mails.tsx'));
  expect(modules.map((path) => path.split('/')[3])).toEqual(Object.keys(mailModules).toSorted());
});

it.each(sampleMails())('%s contains no texts that are outside of texts modules', (_name, mail) => {
  const { subject, fromName, body } = mail;
  expect(misplaced([subject, fromName, ...textsOf(body.html), ...body.text.split('\n')])).toEqual([]);
  expect([subject, body.html, body.text].filter((part) => !isLengthened(part))).toEqual([]);
});

it.each(sampleMails())('%s says its language, and begins its lines on the right', (_name, mail) => {
  const { html } = mail.body;
  expect(html).toContain(`<html lang="${pseudoLanguage.tag}" dir="${pseudoLanguage.direction}">`);
  expect(html).toContain('text-align:right');
  expect(html).not.toMatch(/text-align:left|border-left/);
});

it('no email of an instance without passwords tells its reader to use, set or change one', () => {
  const mails = sampleMails().filter(([name]) => isWithoutPasswords(name));
  expect(new Set(mails.map(([name]) => name.split(' ')[0]))).toEqual(
    new Set(['primaryChangedMail', 'changedMail', 'connectedMail', 'disconnectedMail']),
  );
  const lines = mails.flatMap(([, { subject, body }]) => [subject, ...body.text.split('\n')]);
  // One that was set earlier can still be removed, and the email says so.
  const isRemoval = (line: string) => /^(Your|The) password .*was removed/.test(line);
  expect(lines.filter((line) => /password/i.test(line) && !isRemoval(line))).toEqual([]);
});
