// Adds to package-lock.json the optional packages of other systems that npm left out. npm leaves out what the
// registry of the moment does not offer (mirrors often hold one system's packages only), and then `npm ci`
// refuses the lockfile everywhere (npm/cli issue 9846). Run it after every change of dependencies; with
// --check it only says whether something is missing.
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './lib/paths.mjs';

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const file = inRoot('package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = findMissing(lock.packages);

if (process.argv.includes('--check')) {
  if (missing.length > 0) {
    console.error(
      `package-lock.json lacks ${missing.length} packages of other systems: node scripts/complete-lock.mjs`,
    );
    process.exitCode = 1;
  }
} else {
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} packages of other systems to package-lock.json.`);
}

/** Entries `[path, package]` in the lockfile's form. Only exact versions are left out by npm in this way. */
function findMissing(packages) {
  const found = new Map();
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies || {})) {
      if (!/^\d/.test(version) || resolve(packages, path, name) === version) continue;
      const folder = path.slice(0, path.lastIndexOf('node_modules/'));
      found.set(`${folder}node_modules/${name}`, entry(name, version, parent));
    }
  }
  return [...found];
}

/** The version that the package at `path` gets for a name: of its own node_modules, then of each folder above. */
function resolve(packages, path, name) {
  const above = path.split('node_modules/').map((_, at, parts) => parts.slice(0, at).join('node_modules/'));
  const places = [`${path}/`, ...above.toReversed()].map(
    (folder) => packages[`${folder}node_modules/${name}`],
  );
  return places.find(Boolean)?.version;
}

/** System, processor and C library stand in the name, and keep npm from installing the package elsewhere. */
function entry(name, version, parent) {
  const words = name.split(/[/-]/);
  const cpu = processors.filter((word) => words.includes(word));
  const os = systems.filter((word) => words.includes(word));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
