// Lighthouse on the sign-in page, the content pages and a public logbook. It takes 176 MB and is not a dependency: the
// first benchmark installs it into .cache/.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from './instance.ts';
import { publish, slug } from './public-pages.ts';
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
/** Scores out of 100. */
const bounds = {
  performance: { aim: 95, floor: 95 },
  accessibility: { aim: 100, floor: 100 },
  'best-practices': { aim: 100, floor: 100 },
  seo: { aim: 100, floor: 100 },
};
type Category = keyof typeof bounds;
const all = Object.keys(bounds) as Category[];

const pages: { name: string; path: string; categories: Category[] }[] = [
  // It is noindex on purpose.
  { name: 'sign-in', path: '/auth', categories: all.filter((category) => category !== 'seo') },
  { name: 'guide', path: '/guide', categories: all },
  { name: 'article', path: '/guide/resume-from-a-logbook', categories: all },
  { name: 'playbook', path: '/raise-promotion-playbook', categories: all },
  { name: 'what is Logbook', path: '/what-is-logbook', categories: all },
  { name: 'privacy policy', path: '/privacy-policy', categories: all },
  { name: 'public logbook', path: `/${slug}`, categories: all },
];

type Report = { categories: Record<string, { score: number }> };

/** A row for each page, with its scores in the order of the categories. */
export async function lighthouseRows(instance: Instance): Promise<Row[]> {
  await publish(instance);
  return pages.map(({ name, path, categories }) => {
    const found = rated(`${instance.url}${path}`, categories);
    const scores = categories.map((category) => Math.round((found?.categories[category]?.score ?? 0) * 100));
    const verdicts = categories.map((category, index) => atLeast(scores[index]!, bounds[category]));
    return {
      name: `Lighthouse, ${name} on a slow phone: ${categories.join(', ')}`,
      ours: found ? scores.join(' / ') : '',
      reference: '',
      ratio: null,
      aim: categories.map((category) => bounds[category].aim).join(' / '),
      floor: categories.map((category) => bounds[category].floor).join(' / '),
      verdict: found ? (verdicts.find((verdict) => verdict === 'missed') ?? verdicts[0]!) : 'not measured',
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
