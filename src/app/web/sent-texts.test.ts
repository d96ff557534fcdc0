// While no email can leave the instance, no text says that one was sent.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { setHeldText } from '#platform/mail/email-state.ts';

const features = join(import.meta.dirname, '../../features');
/** For texts in emails themselves, and in documents that are emailed. */
const inEmails = /(mail|document)-?texts\.ts$/i;
const claims =
  /email sent|(on its way|gets? an email|will email you|link we sent|your inbox|open our email|sent to your email)|^(Invitations?|Vouch|Request|Verification) (re)?sent|(?<!be )sent again$|will receive your|We sent/i;

/** Their inbox is the one of suggestions. */
const ofSuggestions = /^(suggestions\/|imports\/|command-line\/(import|help)-texts\.ts$)/;

const files = globSync('*/{texts,*-texts}.ts', { cwd: features }).filter(
  (file) => !inEmails.test(file) && !ofSuggestions.test(file),
);

/** All sentences below a value. Functions are called with addresses, and ignored if they need something else. */
function sentencesIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    for (const argument of ['ada@example.org', ['ada@example.org'], 2])
      try {
        return sentencesIn((value as (...given: unknown[]) => unknown)(argument, argument, argument), path);
      } catch {
        // The next kind of argument may fit.
      }
    return [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => sentencesIn(inner, `${path}.${name}`));
}

async function claimsIn(file: string): Promise<string[]> {
  const module = (await import(join(features, file))) as Record<string, unknown>;
  return Object.entries(module)
    .filter(([name]) => !/mail|document/i.test(name))
    .flatMap(([name, value]) => sentencesIn(value, name))
    .filter(([, sentence]) => claims.test(sentence))
    .map(([path, sentence]) => `${file} ${path}: ${sentence}`);
}

const allClaims = async () => (await Promise.all(files.map(claimsIn))).flat();

afterEach(() => setHeldText(undefined));

test('the texts say that emails were sent, except while the instance sends none', async () => {
  expect((await allClaims()).length).toBeGreaterThan(15);
  const sentence = 'Ask the operator.';
  setHeldText({ title: 'No email', description: sentence, detail: sentence });
  expect(await allClaims()).toEqual([]);
});
