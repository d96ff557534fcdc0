import { expect, it } from 'vitest';
import { readCode, shownCode } from './rules.ts';

it('a code is shown in groups, and read in any case and with any separators', () => {
  expect(shownCode('WDJBMJHT')).toBe('WDJB-MJHT');
  for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'WDJB–MJHT', 'w.d.j.b.m.j.h.t'])
    expect(readCode(typed)).toBe('WDJBMJHT');
});

it.each(['', 'WDJB-MJH', 'WDJB-MJHTX', 'ADJB-MJHT', 'WDJB-MJH1', 'ẄDJB-MJHT'])('%j is no code', (typed) => {
  expect(readCode(typed)).toBeUndefined();
});
