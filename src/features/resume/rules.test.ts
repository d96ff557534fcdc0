import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import { previewOf, resumeProblem } from './rules.ts';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('a file that is chosen as the résumé', () => {
  it.each([
    ['cv.pdf', 'application/pdf'],
    ['CV.PDF', ''],
    ['cv.doc', 'application/msword'],
    ['cv.docx', docx],
    // From a phone's document provider, which may name neither.
    ['cv', 'application/pdf'],
    ['cv', ''],
    // The server decides by the content.
    ['cv.tmp', docx],
  ])('is accepted as %s with the type "%s"', (name, type) => {
    expect(resumeProblem({ name, type, size: 1 })).toBeUndefined();
  });

  it.each([
    ['me.png', 'image/png'],
    ['cv.txt', 'text/plain'],
    ['cv.docm', 'application/vnd.ms-word.document.macroenabled.12'],
    ['cv.pdf.exe', ''],
    ['cv', 'image/heic'],
  ])('is refused as %s with the type "%s"', (name, type) => {
    expect(resumeProblem({ name, type, size: 1 })).toBe('resume_type_refused');
  });

  it('must have less than 10 MB', () => {
    const cv = { name: 'cv.pdf', type: 'application/pdf' };
    expect(resumeProblem({ ...cv, size: limits.bytes - 1 })).toBeUndefined();
    expect(resumeProblem({ ...cv, size: limits.bytes })).toBe('resume_too_large');
    expect(resumeProblem({ name: 'me.png', type: 'image/png', size: limits.bytes })).toBe(
      'resume_type_refused',
    );
  });
});

it('only a PDF résumé is shown by the browser', () => {
  expect([previewOf('application/pdf'), previewOf('application/msword'), previewOf(docx)]).toEqual([
    'pdf',
    'none',
    'none',
  ]);
});
