import { expect, test } from 'vitest';
import { formatBytes } from './byte-size.ts';

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 * 1024 - 1, '1.00 MB'],
  [25 * 1024 * 1024, '25.00 MB'],
  [3.456 * 1024 ** 3, '3.46 GB'],
  [5000 * 1024 ** 3, '5000.00 GB'],
])('%d bytes are formatted as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
