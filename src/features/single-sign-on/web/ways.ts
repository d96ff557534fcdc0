/** How accounts are opened here, as the document says. */
export type Ways = {
  /** The name of the provider. */
  provider: string | undefined;
  /** Whether the sign-in page goes on to it without a click. */
  redirects: boolean;
  passwords: boolean;
};

/** Without a provider. */
const usual: Ways = { provider: undefined, redirects: false, passwords: true };

export const ways: Ways = { ...usual };

export function setWays(settings: Ways = usual): void {
  Object.assign(ways, settings);
}
