import { expect, test } from 'vitest';
import { acceptedEncodings } from './encodings.ts';

test.each([
  [undefined, ['']],
  ['gzip, deflate, br', ['gzip', 'deflate', 'br']],
  ['GZIP;q=0.5 , br ;q=1', ['gzip', 'br']],
  ['gzip;q=0, br;q=0.000, zstd; q=0', []],
  ['gzip;q=0.001', ['gzip']],
  [`gzip${' '.repeat(197)}`, []],
])('the header %j accepts %j', (header, accepted) => {
  expect([...acceptedEncodings(header)]).toEqual(accepted);
  expect([...acceptedEncodings(header)]).toEqual(accepted);
});
