import { expect, test } from 'vitest';
import type { Preview } from './content-type.ts';
import { objectHeaders } from './object-headers.ts';

const headersOf = (preview: Preview, as: 'view' | 'download', mime = 'image/png') =>
  objectHeaders({ mime, preview, name: 'plan.png', extensions: ['png'], as });

test.each<[Preview, 'view' | 'download', string, boolean]>([
  ['image', 'view', 'inline', true],
  ['video', 'view', 'inline', true],
  ['audio', 'view', 'inline', true],
  ['pdf', 'view', 'inline', false],
  ['text', 'view', 'attachment', true],
  ['none', 'view', 'attachment', true],
  ['image', 'download', 'attachment', true],
  ['pdf', 'download', 'attachment', true],
])('a file with the preview %s to %s is sent %s, in a sandbox: %s', (preview, as, disposition, sandbox) => {
  const headers = headersOf(preview, as);
  expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; filename`));
  expect(headers['content-security-policy']!.includes('; sandbox;')).toBe(sandbox);
  expect(headers['content-security-policy']).toContain(`default-src 'none'`);
});

test('stored bytes run nothing in our origin, and reveal no address', () => {
  expect(headersOf('none', 'download')).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  });
});

test('only plain text gets a charset', () => {
  expect(headersOf('text', 'view', 'text/plain')['content-type']).toBe('text/plain; charset=utf-8');
  expect(headersOf('image', 'view')['content-type']).toBe('image/png');
});
