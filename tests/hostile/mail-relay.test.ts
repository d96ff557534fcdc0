// Sign-up sends an email to an unverified address. An attacker must not reach many strangers with it, nor put a message
// into the name.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { attack } from './support/attack.ts';

const lure = 'www.evil-bank.com: your account is locked, call now,';
/** The number of passwords that are hashed concurrently for one network. */
const perWave = 15;
const emailsPerNetworkAndDay = 20;

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSink();
});
afterAll(() => sink.close());

it("sign-ups with strangers' addresses from one network send 20 emails a day, without the name", async () => {
  const problems = await attack({
    settings: { SMTP_URL: sink.url },
    async wave(arena, _state, number) {
      await Promise.all(
        Array.from({ length: perWave }, async (_, i) => {
          const json = {
            full_name: lure,
            email: `stranger${number}-${i}@example.com`,
            password: 'a good long passphrase',
          };
          const from = arena.network(1);
          const { status } = await arena.send('/api/auth/sign-up', { from, json });
          arena.count(String(status));
          await arena.send('/api/auth/recover', { from, json: { email: json.email } });
        }),
      );
    },
    after({ counts }) {
      expect(counts['200']).toBeGreaterThan(emailsPerNetworkAndDay);
      const strangers = sink.received.filter(({ to }) => to[0]!.startsWith('stranger'));
      const verifications = strangers.filter(({ mail }) => mail.subject?.startsWith('Verify'));
      expect(verifications).toHaveLength(emailsPerNetworkAndDay);
      for (const { raw } of strangers) expect(raw).not.toMatch(/evil|bank|locked/i);
    },
  });
  expect(problems).toEqual([]);
});
