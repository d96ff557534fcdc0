import { describe, expect, it } from 'vitest';
import { addressOf } from './ics.ts';

describe('a redirect of a calendar', () => {
  const from = new URL('https://calendar.example/ada.ics');

  it.each(['/moved.ics', 'https://other.example/ada.ics'])('to %s is followed', (to) => {
    expect(addressOf(to, from).protocol).toBe('https:');
  });

  it.each([
    ...['http://calendar.example/ada.ics', 'file:///etc/passwd', 'https://ada:secret@calendar.example/'],
    ...[
      'http://127.0.0.1:8080/',
      'http://localhost/',
      'http://[::1]/',
      'https://localhost/',
      'http://2130706433/',
    ],
  ])('to %s is refused', (to) => {
    expect(() => addressOf(to, from)).toThrow('redirects to an address');
  });

  it('on this machine is followed', () => {
    expect(addressOf('/moved.ics', new URL('http://localhost:3000/ada.ics')).host).toBe('localhost:3000');
  });
});
