// How Chromium is started: the system's own, without its calls home (a closed network would answer each with an error).
import { getuid } from 'node:process';
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

// Playwright's list of switched-off features that matter here, because a second --disable-features replaces the first.
// In addition, two processes that every window would start and no test uses: the address bar's popup, which is a
// separate page, and a spare renderer for the next site.
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

const quiet = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const shell = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';

// Chromium's sandbox refuses to run as root.
const args = getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;

// Without a locale, the shell calls each download whose name is not ASCII "download".
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

/**
 * Chromium without a window, extensions and a PDF viewer: the same engine in fewer processes, which opens a page with a
 * third less processor time.
 */
export const shellOptions = { executablePath: shell, args, env };

export const browserOptions: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args,
    env,
  },
  locale: 'en-US',
  timezoneId: 'Europe/Vienna',
  colorScheme: 'light',
  viewport: { width: 1280, height: 800 },
  actionTimeout: 10_000,
  navigationTimeout: 15_000,
  // The worker would fetch the whole app behind every test, and outlive the page that a test looks at. Tests of it turn it
  // on (offline.test.ts).
  serviceWorkers: 'block',
  screenshot: 'only-on-failure',
};
