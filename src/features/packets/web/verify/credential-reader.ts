// The credentials that the reader has given to /verify, with what shows who signed them. Nothing is sent unless the reader asks
// their issuer (R-P4).
import { askIssuer } from '#features/credentials/verify/ask-issuer.ts';
import { didAddress, documentFrom } from '#features/credentials/verify/did-document.ts';
import type { KnownDocument } from '#features/credentials/verify/find-key.ts';
import type { FoundInFile } from '#features/credentials/verify/read-files.ts';
import {
  verifyCredential,
  type CheckedCredential,
  type Evidence,
} from '#features/credentials/verify/verify-credential.ts';
import { fromBase64Url } from '#platform/files/bytes.ts';
import { didOf } from '#platform/signing/did-web.ts';
import { loadRdf } from './load-rdf.ts';
import type { KnownKeys } from './verify-packet.ts';

/** More than anyone reads. */
const mostCredentials = 100;

export class CredentialReader {
  #texts: string[] = [];
  readonly #site: KnownDocument;
  /** Kept for the next file. */
  #given: { documents: KnownDocument[]; lists: Evidence['lists'][number][] } = { documents: [], lists: [] };
  #archive: Evidence = { documents: [], lists: [] };

  constructor({ url, keys, isComplete }: KnownKeys) {
    this.#site = {
      ...{ id: didOf(url), from: isComplete ? 'page' : 'saved' },
      keys: keys.flatMap(({ publicKey, compromisedAt }) => {
        const bytes = fromBase64Url(publicKey);
        const isStolen = compromisedAt === undefined ? {} : { revoked: compromisedAt };
        return bytes ? [{ publicKey: bytes, asserts: compromisedAt === undefined, ...isStolen }] : [];
      }),
    };
  }

  /** Whether there are credentials to check. Keys and lists alone are for those that came before, or come next. */
  take({ credentials, documents, lists, isArchive }: FoundInFile): boolean {
    const from = isArchive ? 'archive' : 'given';
    const evidence = {
      documents: documents.map((document) => ({ ...document, from }) as const),
      lists: lists.map((text) => ({ text, from }) as const),
    };
    if (credentials.length > 0) {
      this.#texts = credentials.slice(0, mostCredentials);
      this.#archive = { documents: [], lists: [] };
    }
    if (isArchive) this.#archive = evidence;
    else this.#add(evidence);
    return this.#texts.length > 0;
  }

  #add({ documents, lists }: Evidence): void {
    this.#given.documents.push(...documents);
    this.#given.lists.push(...lists);
  }

  async check(): Promise<CheckedCredential[]> {
    const evidence: Evidence = {
      // Without keys, the page of the site knows nothing about it.
      documents: [
        ...(this.#site.keys.length > 0 ? [this.#site] : []),
        ...this.#given.documents,
        ...this.#archive.documents,
      ],
      lists: [...this.#given.lists, ...this.#archive.lists],
    };
    const checked: CheckedCredential[] = [];
    for (const text of this.#texts)
      checked.push(await verifyCredential(text, evidence, { loadRdf, now: new Date() }));
    return checked;
  }

  /** Asks for fresh keys and lists. Resolves with the addresses that sent nothing of use. `onAnswers`: what all others sent. */
  async ask(
    { keys, lists }: CheckedCredential['ask'],
    onAnswers: (answers: ReadonlyMap<string, string>) => void,
  ): Promise<string[]> {
    const answers = await askIssuer([...keys, ...lists], location.origin);
    onAnswers(answers);
    const documents = keys.flatMap((address) => documentFrom(address, answers.get(address) ?? '') ?? []);
    const fresh = lists.flatMap((address) => answers.get(address) ?? []);
    this.#add({
      documents: documents.map((document) => ({ ...document, from: 'asked' })),
      lists: fresh.map((text) => ({ text, from: 'asked' })),
    });
    const unread = keys.filter((address) => !documents.some(({ id }) => didAddress(id) === address));
    return [...unread, ...lists.filter((address) => !answers.has(address))];
  }
}
