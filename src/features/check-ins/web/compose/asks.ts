// What the address of the page asks for once, such as `/?new` of a shortcut of the installed app.
import { navigate, parseSearch, stringifySearch } from '#platform/navigation/navigation.ts';

/** Removes it from the address, so that reloading does not repeat it. */
export function dropAsk(name: string): void {
  const { [name]: _, ...others } = parseSearch(location.search);
  void navigate(location.pathname + stringifySearch(others), { replace: true, keepScroll: true });
}
