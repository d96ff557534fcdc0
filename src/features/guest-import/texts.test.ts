import { expect, it } from 'vitest';
import { importTexts } from './texts.ts';

it('the progress of an import names each kind in the form of its total', () => {
  const none = { entries: 0, goals: 0, files: 0, packets: 0, hidden: 0 };
  const total = { entries: 1, goals: 2, files: 1, packets: 1200, hidden: 0 };
  expect(importTexts.progress(none, total)).toBe(
    '0 of 1 entry, 0 of 2 goals, 0 of 1 file, and 0 of 1,200 review packets',
  );
});
