import { expect, test } from 'vitest';
import { pastedFiles } from './pasted-files.ts';

const now = new Date(2026, 10, 20, 14, 5);
const picture = (name: string, type = 'image/png') => new File(['x'], name, { type });

function clipboard(files: File[], text?: string) {
  const types = [...(text === undefined ? [] : ['text/plain']), ...(files.length > 0 ? ['Files'] : [])];
  return { types, files, getData: () => text ?? '' };
}
const names = (files: File[], text?: string) =>
  pastedFiles(clipboard(files, text), now).map(({ name }) => name);

test('a pasted image without a name is named by the time, and a second one is numbered', () => {
  expect(names([picture('image.png')])).toEqual(['Pasted image 2026-11-20 14.05.png']);
  expect(names([picture('image.jpeg', 'image/jpeg'), picture('')])).toEqual([
    'Pasted image 2026-11-20 14.05.jpg',
    'Pasted image 2026-11-20 14.05 (2).png',
  ]);
});

test('a pasted file keeps its name, even if the clipboard also contains the name as text', () => {
  const report = new File(['x'], 'report.pdf', { type: 'application/pdf' });
  expect(names([report])).toEqual(['report.pdf']);
  expect(names([report], 'report.pdf')).toEqual(['report.pdf']);
  expect(names([report, picture('holiday.png')], 'file:///a/report.pdf\r\nfile:///a/holiday.png')).toEqual([
    'report.pdf',
    'holiday.png',
  ]);
});

test('pasted text attaches no files, even if the clipboard also contains an image of it', () => {
  expect(names([], 'some words')).toEqual([]);
  expect(names([picture('image.png')], 'a\tb\nc\td')).toEqual([]);
});
