import { expect, it } from 'vitest';
import { archiveTexts } from './archive-texts.ts';

it('the progress of an archive names each kind in the form of its total', () => {
  const done = { entries: 1, goals: 0, files: 0, records: 3 };
  expect(archiveTexts.adding(done, { entries: 1, goals: 2, files: 0, records: 1 })).toBe(
    'Adding: 1 of 1 entry, 0 of 2 goals, and 1 of 1 record',
  );
});
