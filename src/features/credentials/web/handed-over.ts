// What the log and /verify hand each other within a tab: a credential to check, and what its issuer sent. That is never a verdict:
// each page checks the credential itself.
import { remember, remembered } from '#ui/tab-memory.ts';

/** Of /verify: it checks the credential that was handed over. Any other page can link there, and hands over nothing. */
export const handedOverHash = '#handed-over';

const credentialKey = 'credential-to-check';
const answersKey = 'issuer-answers';
/** More than this, an answer says too little about now. */
const freshMs = 60 * 60_000;
/** Two for each issuer. */
const mostAnswers = 20;

export const handOver = (credential: string): void => remember(credentialKey, credential);
export const handedOver = (): string | null => remembered(credentialKey);

type Answer = { address: string; text: string; at: number };

function isAnswer(value: unknown): value is Answer {
  const { address, text, at } = (value ?? {}) as Partial<Answer>;
  return typeof address === 'string' && typeof text === 'string' && typeof at === 'number';
}

function freshAnswers(now: number): Answer[] {
  try {
    const kept: unknown = JSON.parse(remembered(answersKey) ?? '[]');
    return (Array.isArray(kept) ? kept : []).filter(isAnswer).filter(({ at }) => now - at < freshMs);
  } catch {
    return [];
  }
}

export function keepAnswers(answers: ReadonlyMap<string, string>): void {
  const at = Date.now();
  const fresh = [...answers].map(([address, text]) => ({ address, text, at }));
  const others = freshAnswers(at).filter(({ address }) => !answers.has(address));
  remember(answersKey, JSON.stringify([...fresh, ...others].slice(0, mostAnswers)));
}

/** What issuers sent within the last hour, by address. */
export const keptAnswers = (): Map<string, string> =>
  new Map(freshAnswers(Date.now()).map(({ address, text }) => [address, text]));
