// The number on the icon of the installed app. Not all browsers and systems show one.
type Badging = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** Shows the number, or removes it if it is 0. */
export function showOnIcon(count: number): void {
  const icon = navigator as Badging;
  const changed = count > 0 ? icon.setAppBadge?.(count) : icon.clearAppBadge?.();
  changed?.catch(() => undefined);
}
