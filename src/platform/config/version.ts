import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the product. Every process runs in its folder. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
