import { describe, expect, it } from 'vitest';
import { instantFor } from './captured-date.ts';

describe('the date of a captured text', () => {
  const now = Date.parse('2026-11-26T23:30:00Z');
  it('is now without a date, and for today in the time zone', () => {
    expect(instantFor(undefined, 'UTC', now)).toBeUndefined();
    expect(instantFor('2026-11-26', 'UTC', now)).toBeUndefined();
    expect(instantFor('2026-11-27', 'Asia/Tokyo', now)).toBeUndefined();
  });

  it('is noon in the time zone for another day', () => {
    expect(instantFor('2026-11-25', 'UTC', now)).toBe('2026-11-25T12:00:00.000Z');
    expect(instantFor('2026-07-01', 'Europe/Vienna', now)).toBe('2026-07-01T10:00:00.000Z');
  });

  it('is an instant as it was sent', () => {
    expect(instantFor('2026-11-25T08:00:00+01:00', 'UTC', now)).toBe('2026-11-25T08:00:00+01:00');
  });
});
