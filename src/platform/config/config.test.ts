import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartRefusal } from './start-refusal.ts';

test('production mode without APP_URL refuses to start and names APP_URL', () => {
  const read = () => readConfig({ NODE_ENV: 'production' });
  expect(read).toThrow(StartRefusal);
  expect(read).toThrow(/APP_URL/);
});

test('production mode with APP_URL starts', () => {
  const config = readConfig({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' });
  expect([config.mode, config.appUrl, config.https]).toEqual(['production', 'https://logbook.example', true]);
});

test('try-it mode derives its URL from the port', () => {
  expect(readConfig({ PORT: '4000' }).appUrl).toBe('http://localhost:4000');
});
