import { expect, it } from 'vitest';
import { paperFor } from './paper-rules.ts';

it.each([
  ['en', 'America/New_York', 'LETTER'],
  ['en', 'America/Toronto', 'LETTER'],
  ['en', 'America/Argentina/Buenos_Aires', 'A4'],
  ['en', 'America/Sao_Paulo', 'A4'],
  ['en', 'Asia/Manila', 'LETTER'],
  ['en', 'Europe/Vienna', 'A4'],
  ['en', 'UTC', 'A4'],
  ['en-US', 'Europe/Vienna', 'LETTER'],
  ['en-GB', 'America/New_York', 'A4'],
])('the paper of a document in %s in the zone %s is %s', (language, timeZone, paper) => {
  expect(paperFor(language, timeZone)).toBe(paper);
});
