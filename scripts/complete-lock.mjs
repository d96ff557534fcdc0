// Adds the optional packages of other systems that npm omitted from package-lock.json. npm omits packages that the
// configured registry does not offer (mirrors often have the packages of one system only), and then `npm ci`
// refuses the lockfile everywhere (npm/cli issue 9846). Run it after every change of dependencies. With
// --check, it only reports whether something is missing.
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

/** Returns entries `[path, package]` as in the lockfile. npm omits only exact versions in this way. */
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

/** The version that the package at `path` resolves a name to: from its own node_modules, then from each folder above. */
function resolve(packages, path, name) {
  const above = path.split('node_modules/').map((_, at, parts) => parts.slice(0, at).join('node_modules/'));
  const places = [`${path}/`, ...above.toReversed()].map(
    (folder) => packages[`${folder}node_modules/${name}`],
  );
  return places.find(Boolean)?.version;
}

/** Reads system, processor and C library from the name; with them, npm skips the package on other systems. */
function entry(name, version, parent) {
  const parts = name.split(/[/-]/);
  const cpu = processors.filter((part) => parts.includes(part));
  const os = systems.filter((part) => parts.includes(part));
  const libc = parts.some((part) => part.startsWith('musl'))
    ? ['musl']
    : parts.some((part) => part.startsWith('gnu'))
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
