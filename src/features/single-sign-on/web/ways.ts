/** How accounts are opened here, as the document says. Without a provider, they are as everywhere else. */
export type Ways = {
  /** The name of the provider. */
  provider?: string | undefined;
  /** Whether the sign-in page goes on to it without a click. */
  redirects?: boolean | undefined;
  passwords?: boolean | undefined;
};

export const ways: Ways = {};

export function setWays(settings: Ways = {}): void {
  Object.assign(ways, { provider: undefined, redirects: false, passwords: true }, settings);
}
