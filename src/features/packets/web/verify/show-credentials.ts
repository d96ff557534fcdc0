// Shows the results of credentials on /verify: what is certain, how that is known, what is claimed, and what is not.
import type { Fact } from '#features/credentials/verify/claims.ts';
import type { CheckedCredential } from '#features/credentials/verify/verify-credential.ts';
import { credentialPageTexts as texts } from '../../credential-texts.ts';
import { copyOf, fill, find, listItem } from './page-parts.ts';
import type { LineWithCredential } from './vouch-credentials.ts';

type Ask = (credential: CheckedCredential) => Promise<string[]>;

type Around = { ask: Ask | undefined; failed: readonly string[] };

/**
 * Adds them to the result. `ask` is missing where nothing may be sent. `failed`: addresses that sent nothing of use. `lines`: of
 * the packet above, for the first of them.
 */
export function showCredentials(
  checked: readonly CheckedCredential[],
  { lines, ...around }: Around & { lines: readonly LineWithCredential[] },
): void {
  const result = find('[data-result]');
  if (checked.length > 1) {
    const heading = document.createElement('p');
    heading.className = 'mt-6 text-ui';
    heading.dataset['credential'] = '';
    heading.textContent = texts.count(checked.length);
    result.append(heading);
  }
  result.append(...checked.map((credential, at) => elementOf(credential, { ...around, of: lines[at] })));
}

function elementOf(
  checked: CheckedCredential,
  { ask, failed, of }: Around & { of: LineWithCredential | undefined },
): DocumentFragment {
  const { verdict, sentence, problems, facts, claims, notClaimed } = checked;
  const copy = copyOf('credential');
  const isSigned = verdict === 'confirmed' || verdict === 'signed';
  find('[data-credential]', copy).dataset['verdict'] = verdict;
  fill(copy, { sentence, claimed: isSigned ? texts.claimed : texts.fileClaims });
  if (of) showLine(copy, of);
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

/** Which line of the packet it is about, with a link to it. */
function showLine(copy: ParentNode, { line, isSame }: LineWithCredential): void {
  const link = document.createElement('a');
  link.href = `#line-${line}`;
  link.textContent = texts.ofLine(line);
  link.className = 'underline';
  find('[data-of-line]', copy).append(link);
  if (isSame) return;
  find('[data-credential]', copy).dataset['verdict'] = 'changed';
  find('[data-problems]', copy).append(listItem(texts.otherLine(line)));
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
