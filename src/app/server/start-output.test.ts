import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { banner, warnings } from './start-output.ts';

const production = { NODE_ENV: 'production', APP_URL: 'https://logbook.example' };
const operator = { OPERATOR_NAME: 'Ada Example', OPERATOR_CONTACT: 'ada@example.org' };

test('a start in production mode warns if the operator or a contact is missing, and names the settings', () => {
  const warned = (env: NodeJS.ProcessEnv) => warnings(readConfig(env));
  const { OPERATOR_NAME, OPERATOR_CONTACT } = operator;
  expect(warned(production)).toEqual([
    'Warning: OPERATOR_NAME and OPERATOR_CONTACT are not set: the privacy policy does not say who runs this Logbook, ' +
      'or how to reach them. .env.example describes them.',
  ]);
  expect(warned({ ...production, OPERATOR_NAME })).toEqual([
    expect.stringMatching(/^Warning: OPERATOR_CONTACT is not set: /),
  ]);
  expect(warned({ ...production, OPERATOR_CONTACT })).toEqual([
    expect.stringMatching(/^Warning: OPERATOR_NAME is not set: /),
  ]);
  expect(warned({ ...production, ...operator })).toEqual([]);
  expect(warned({})).toEqual([]);
});

test('the start says whether emails are sent, kept or held', () => {
  const lineOf = (env: NodeJS.ProcessEnv) =>
    /^ {2}mail +(.*)$/m.exec(banner(readConfig(env), 'a database', '1.0.0'))?.[1];
  expect(lineOf(production)).toBe('held until SMTP_URL is set: nothing is sent, nothing is lost');
  expect(lineOf({ ...production, SMTP_URL: 'smtp://user:canary@mail.example' })).toBe(
    'via mail.example, from logbook@logbook.example',
  );
  expect(lineOf({})).toMatch(/^kept, not sent: http:/);
});
