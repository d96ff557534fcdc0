// Turns a user agent into a recognizable name. First match wins, because most browsers also claim to be others.
import { settingsTexts } from '../../settings-texts.ts';

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Such as "Firefox on Windows". An unknown user agent is returned as it is, up to 60 characters. */
export function deviceName(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return settingsTexts.sessions.browserOn(browser, system);
  return browser ?? system ?? userAgent.slice(0, 60);
}
