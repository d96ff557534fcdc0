// What is used of oidc-provider, which has no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown> & { grantId?: string; exp?: number };
  export type Context = {
    req: IncomingMessage;
    type: string;
    status: number;
    body: unknown;
    get(name: string): string;
    set(name: string, value: string): void;
    cookies: { set(name: string, value: string | null, options: object): void };
    oidc: {
      params: Record<string, string | undefined>;
      client?: ClientOfApp;
      result?: { consent?: { grantId?: string } };
      entities: { Grant?: GrantOfApp; RefreshToken?: { resourceIndicators: Set<string> } };
      provider: Provider;
    };
  };
  export type ClientOfApp = {
    clientId: string;
    clientName?: string;
    grantTypeAllowed(type: string): boolean;
  };
  export type GrantOfApp = {
    jti: string;
    exp: number;
    addResourceScope(resource: string, scopes: readonly string[]): void;
    save(): Promise<string>;
  };
  export type InteractionOfApp = {
    uid: string;
    returnTo: string;
    exp: number;
    params: Record<string, string>;
    prompt: { details: Record<string, unknown> };
    result?: object;
    persist(): Promise<string>;
  };
  type Found<T> = { find(id: string): Promise<T | undefined> };

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly issuer: string;
    proxy: boolean;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: string, listener: (context: Context, error: Error) => void): this;
    readonly Interaction: Found<InteractionOfApp>;
    readonly Grant: Found<GrantOfApp> & {
      new (fields: { accountId: string; clientId: string; expiresIn: number }): GrantOfApp;
    };
    readonly Client: { needsSecret(): boolean };
    readonly AccessToken: { prototype: { format: string; generateTokenId(): string } };
  }
  type Prompt = { name: string };
  type Check = { reason: string };
  export const interactionPolicy: {
    Prompt: new (about: { name: string; requestable: boolean }, ...rest: unknown[]) => Prompt;
    Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: Context) => boolean,
    ) => Check;
    base(): { clear(): void; add(prompt: Prompt): void };
  };
  export const errors: {
    InvalidGrant: new (description: string) => Error;
    InvalidTarget: new (description?: string) => Error;
  };
  export default Provider;
}
