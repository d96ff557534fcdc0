// Shows the results of credentials on /verify: what is certain, how that is known, what is claimed, and what is not.
import type { Fact } from '#features/credentials/verify/claims.ts';
import type { CheckedCredential } from '#features/credentials/verify/verify-credential.ts';
import { credentialPageTexts as texts } from '../../credential-texts.ts';
import { copyOf, fill, find, listItem } from './page-parts.ts';

type Ask = (credential: CheckedCredential) => Promise<string[]>;

/** Adds them to the result. `ask` is missing where nothing may be sent. `failed`: addresses that sent nothing of use. */
export function showCredentials(
  checked: readonly CheckedCredential[],
  { ask, failed }: { ask: Ask | undefined; failed: readonly string[] },
): void {
  const result = find('[data-result]');
  if (checked.length > 1) {
    const heading = document.createElement('p');
    heading.className = 'mt-6 text-ui';
    heading.textContent = texts.count(checked.length);
    result.append(heading);
  }
  result.append(...checked.map((credential) => elementOf(credential, { ask, failed })));
}

function elementOf(
  checked: CheckedCredential,
  { ask, failed }: { ask: Ask | undefined; failed: readonly string[] },
): DocumentFragment {
  const { verdict, sentence, problems, facts, claims, notClaimed } = checked;
  const copy = copyOf('credential');
  const isSigned = verdict === 'confirmed' || verdict === 'signed';
  find('[data-credential]', copy).dataset['verdict'] = verdict;
  fill(copy, { sentence, claimed: isSigned ? texts.claimed : texts.fileClaims });
  const own = [...checked.ask.keys, ...checked.ask.lists];
  const unread = failed.filter((address) => own.includes(address)).map((address) => unreadItem(address));
  find('[data-problems]', copy).append(...problems.map((problem) => listItem(problem)), ...unread);
  fillFacts(copy, 'facts', facts);
  fillFacts(copy, 'claims', claims);
  find('[data-not-claimed]', copy).append(...notClaimed.map((line) => listItem(line)));
  for (const part of copy.querySelectorAll('[data-part]'))
    if (part.querySelector('dt, li') === null) part.remove();
  const hosts = hostsOf(own);
  const button = find('[data-ask]', copy) as HTMLButtonElement;
  if (ask && hosts.length > 0 && verdict !== 'unreadable') {
    fill(copy, { ask: texts.ask(hosts), 'ask-hint': texts.askHint });
    button.addEventListener('click', () => {
      button.disabled = true;
      void ask(checked);
    });
  } else find('[data-asking]', copy).remove();
  return copy;
}

function fillFacts(copy: ParentNode, name: string, facts: readonly Fact[]): void {
  const elements = facts.map(({ label, text }) => {
    const fact = copyOf('fact');
    fill(fact, { label, value: text });
    return fact;
  });
  find(`[data-${name}]`, copy).append(...elements);
}

/** A page of another site often may not read what the issuer sends; its reader may. */
function unreadItem(address: string): HTMLElement {
  const link = document.createElement('a');
  link.href = address.startsWith('https://') ? address : '';
  link.rel = 'noreferrer noopener';
  link.target = '_blank';
  link.textContent = address;
  link.className = 'underline';
  return listItem(texts.unread, ' ', link);
}

const hostsOf = (addresses: readonly string[]) => [
  ...new Set(addresses.flatMap((address) => (URL.canParse(address) ? new URL(address).host : []))),
];
