import { describe, expect, it } from 'vitest';
import { limits } from './constants.ts';
import {
  additionsOf,
  fileProblem,
  isSameRequest,
  isVouchFileType,
  requestProblem,
  requestOf,
  resendFrom,
} from './rules.ts';

const raw = {
  project_name: ' Billing\nmigration ',
  project_context: ' Moved\r\nall invoices. ',
  individual_contribution: 'Led it.',
  reference_name: 'Grace  Hopper',
  reference_email: 'ignored',
  reference_position: 'Manager',
};
const request = requestOf(raw, 'grace@example.com');

describe('a request', () => {
  it('is stored without extra whitespace, with line breaks where they belong', () => {
    expect(request).toEqual({
      project_name: 'Billing migration',
      project_context: 'Moved\nall invoices.',
      individual_contribution: 'Led it.',
      reference_name: 'Grace Hopper',
      reference_email: 'grace@example.com',
      reference_position: 'Manager',
      reference_department: null,
    });
    expect(requestProblem(request, true)).toBeUndefined();
    expect(isSameRequest(request, { ...request })).toBe(true);
    expect(isSameRequest(request, { ...request, reference_department: 'Research' })).toBe(false);
  });

  it.each([
    'project_name',
    'project_context',
    'individual_contribution',
    'reference_name',
    'reference_position',
  ] as const)('without %s is incomplete, also if it has only invisible characters', (field) => {
    for (const blank of ['', ' \n', '\u200b\u202e\ufeff']) {
      const incomplete = requestOf({ ...raw, [field]: blank }, 'grace@example.com');
      expect(requestProblem(incomplete, true)).toEqual({ code: 'missing_fields', field });
    }
  });

  it.each([
    ['project_name', limits.projectName],
    ['project_context', limits.projectContext],
    ['individual_contribution', limits.contribution],
    ['reference_name', limits.short],
    ['reference_position', limits.short],
    ['reference_department', limits.short],
  ] as const)('has a limit of characters for %s', (field, most) => {
    const of = (length: number) => requestOf({ ...raw, [field]: '𝒙'.repeat(length) }, 'grace@example.com');
    expect(requestProblem(of(most), true)).toBeUndefined();
    expect(requestProblem(of(most + 1), true)).toEqual({ code: 'text_too_long', field });
  });

  it('needs an address', () => {
    expect(requestProblem(requestOf(raw, ''), false)?.code).toBe('missing_fields');
    expect(requestProblem(request, false)).toEqual({ code: 'invalid_email', field: 'reference_email' });
  });
});

describe('the additions of a reference', () => {
  it('are optional, of one line and limited', () => {
    expect(additionsOf(undefined, null)).toEqual({ position: null, statement: null });
    expect(additionsOf(' \u200b', 'A\nB')).toEqual({ position: null, statement: 'A B' });
    expect(additionsOf('x'.repeat(limits.short), 'x'.repeat(limits.statement))).not.toHaveProperty('tooLong');
    expect(additionsOf('x'.repeat(limits.short + 1), null)).toEqual({ tooLong: 'position' });
    expect(additionsOf(null, 'x'.repeat(limits.statement + 1))).toEqual({ tooLong: 'statement' });
  });
});

describe('the email of a vouch', () => {
  const vouch = { status: 'pending', resends: 2, email: null, sent_at: '2026-11-01T10:00:00.000Z' } as const;

  it('can be sent again after the gap, three times', () => {
    expect(resendFrom(vouch, 86_400)).toBe('2026-11-02T10:00:00.000Z');
    expect(resendFrom({ ...vouch, status: 'expired' }, 0)).toBe(vouch.sent_at);
    expect(resendFrom({ ...vouch, resends: 3 }, 0)).toBeNull();
  });

  it('that failed can be sent again immediately, and one that waits cannot', () => {
    expect(resendFrom({ ...vouch, email: 'failed' }, 86_400)).toBe(vouch.sent_at);
    for (const email of ['held', 'waiting'] as const) expect(resendFrom({ ...vouch, email }, 0)).toBeNull();
  });

  it.each(['verified', 'declined', 'withdrawn'] as const)('is not sent again for a %s vouch', (status) => {
    expect(resendFrom({ ...vouch, status }, 0)).toBeNull();
  });
});

describe('a file', () => {
  it.each([
    ['image/png', true],
    ['image/svg+xml', false],
    ['video/mp4', true],
    ['application/pdf', true],
    ['application/msword', true],
    ['audio/mpeg', false],
    ['text/plain', false],
    ['application/octet-stream', false],
  ])('of type %s: accepted is %s', (mime, accepted) => {
    expect(isVouchFileType(mime)).toBe(accepted);
  });

  it('is checked by its name, type and size before it is sent', () => {
    const file = { name: 'a.png', type: 'image/png', size: 1 };
    expect(fileProblem(file)).toBeUndefined();
    expect(fileProblem({ ...file, name: 'a.docx', type: 'application/x-unknown' })).toBeUndefined();
    expect(fileProblem({ ...file, name: 'a.txt', type: 'text/plain' })).toBe('file_type_refused');
    expect(fileProblem({ ...file, name: 'a.svg', type: 'image/svg+xml' })).toBe('file_type_refused');
    expect(fileProblem({ ...file, size: 0 })).toBe('file_empty');
    expect(fileProblem({ ...file, size: limits.fileBytes })).toBeUndefined();
    expect(fileProblem({ ...file, size: limits.fileBytes + 1 })).toBe('file_too_large');
  });
});
