// The types of packages that have none, as far as tests use them.
declare module '@digitalcredentials/vc' {
  type Loaded = { contextUrl: null; documentUrl: string; document: object };
  export type Options = {
    suite: unknown;
    documentLoader: (url: string) => Promise<Loaded>;
  };
  export function issue(options: Options & { credential: object; now?: Date }): Promise<object>;
  type Verdict = { verified: boolean; error?: Error & { errors?: Error[] }; results?: unknown[] };
  export function verifyCredential(
    options: Options & {
      credential: object;
      now?: Date;
      checkStatus: (options: {
        credential: object;
        documentLoader: Options['documentLoader'];
      }) => Promise<{ verified: boolean }>;
    },
  ): Promise<Verdict>;
}

declare module '@digitalcredentials/data-integrity' {
  type Signer = { id: string; algorithm: string; sign(options: { data: Uint8Array }): Promise<Uint8Array> };
  export const DataIntegrityProof: new (options: {
    cryptosuite: unknown;
    signer?: Signer;
    date?: string;
  }) => object;
}

declare module '@digitalcredentials/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}

declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createSignCryptosuite(): unknown;
  export function createVerifyCryptosuite(): unknown;
}

declare module '@digitalcredentials/vc-bitstring-status-list' {
  import type { Options } from '@digitalcredentials/vc';
  export function checkStatus(
    options: Options & { credential: object; verifyBitstringStatusListCredential: boolean },
  ): Promise<{ verified: boolean }>;
}
