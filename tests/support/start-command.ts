// The memory settings of `npm start`, for tests that start the built server themselves.
import { readFileSync } from 'node:fs';

/** The environment variables and the options for Node in the start command of package.json. */
export function startCommand(): { env: Record<string, string>; nodeOptions: string[] } {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const parts = scripts.start.split(' ');
  const settings = parts.slice(0, parts.indexOf('exec'));
  return {
    env: Object.fromEntries(settings.map((setting) => setting.split('=') as [string, string])),
    nodeOptions: parts.filter((part) => part.startsWith('--')),
  };
}
