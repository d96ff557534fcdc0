// Lighthouse on the sign-in page. It takes 176 MB and is not a dependency: the first benchmark installs it into .cache/.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from './instance.ts';
import { atLeast, type Row } from './report.ts';

const version = '13.5.0';
const home = '.cache/lighthouse';
const program = join(home, 'node_modules/lighthouse/cli/index.js');
const report = 'reports/lighthouse.json';
const chromeFlags = [
  '--headless=new',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
/** Scores out of 100. The page is noindex on purpose, so SEO is not rated. */
const bounds = {
  performance: { aim: 95, floor: 95 },
  accessibility: { aim: 100, floor: 100 },
  'best-practices': { aim: 100, floor: 100 },
};

type Report = { categories: Record<string, { score: number }> };

export function lighthouseRows(instance: Instance): Row[] {
  const categories = Object.keys(bounds) as (keyof typeof bounds)[];
  const found = rated(`${instance.url}/auth`, categories);
  return categories.map((name) => {
    const score = found && Math.round((found.categories[name]?.score ?? 0) * 100);
    return {
      name: `Lighthouse, sign-in on a slow phone: ${name}`,
      ours: score === undefined ? '' : `${score}`,
      reference: '',
      ratio: null,
      aim: `${bounds[name].aim}`,
      floor: `${bounds[name].floor}`,
      verdict: score === undefined ? 'not measured' : atLeast(score, bounds[name]),
    };
  });
}

function rated(url: string, categories: string[]): Report | undefined {
  try {
    ensureInstalled();
  } catch (error) {
    console.warn(`Lighthouse could not be installed: ${(error as Error).message}`);
    return undefined;
  }
  mkdirSync('reports', { recursive: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${chromeFlags.join(' ')}`,
    ],
    { encoding: 'utf8', timeout: 180_000 },
  );
  if (status === 0) return JSON.parse(readFileSync(report, 'utf8')) as Report;
  console.warn(`Lighthouse did not finish:\n${stderr.slice(-2000)}`);
  return undefined;
}

function ensureInstalled(): void {
  if (existsSync(program)) return;
  mkdirSync(home, { recursive: true });
  const wanted = ['install', '--prefix', home, '--no-save', '--ignore-scripts', `lighthouse@${version}`];
  execFileSync('npm', wanted, { stdio: 'pipe' });
}
