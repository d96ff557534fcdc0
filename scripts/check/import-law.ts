// The allowed import directions: app -> features -> platform, ui. A problem says where the code belongs.
import { modulesOf, type Import } from './modules.ts';
import { isTest, type Check, type Problem } from './tree.ts';

type Place = {
  layer: string;
  /** A feature, or another layer as a whole. Imports within a unit may be relative. */
  unit: string;
  /** `prerender` renders web pages for the server; `program` runs on the machine of the user. */
  side: 'server' | 'web' | 'prerender' | 'program' | 'shared';
  /** Contract, rules or texts of a feature. */
  pure: boolean;
};

function placeOf(path: string): Place | undefined {
  const match = /^src\/(app|features|platform|ui)\/(.+)$/.exec(path);
  if (!match) return undefined;
  const [layer, inside] = [match[1]!, match[2]!];
  const parts = inside.split('/');
  const folder = layer === 'app' ? parts[0] : layer === 'features' ? parts[1] : undefined;
  return {
    layer,
    unit: layer === 'features' ? `${layer}/${parts[0]}` : layer,
    side: sideOf(layer, folder),
    pure: layer === 'features' && /^[^/]+\/([a-z]+-)?(constants|contract|rules|texts)\.ts$/.test(inside),
  };
}

function sideOf(layer: string, folder: string | undefined): Place['side'] {
  if (layer === 'app' && folder === 'prerender') return 'prerender';
  return folder === 'server' || folder === 'web' || folder === 'program' ? folder : 'shared';
}

/** The one bridge between the sides: the server imports src/app/prerender, which imports the web folders. */
const mayCross = (from: Place['side'], to: Place['side']) =>
  (from === 'server' && to === 'prerender') || (from === 'prerender' && to === 'web');

const lower: Record<string, string[]> = {
  app: ['app', 'features', 'platform', 'ui'],
  features: ['features', 'platform', 'ui'],
  platform: ['platform'],
  ui: ['ui'],
};
/** State outside of components: mechanisms of the platform have some, too. */
const storeModule = 'src/ui/store.ts';
/** Pure modules of the platform that contracts, rules and texts may import. */
const pureModules = [
  'src/platform/clock/durations.ts',
  'src/platform/clock/past-date.ts',
  'src/platform/clock/wall-time.ts',
  'src/platform/files/details-texts.ts',
  'src/platform/files/file-name.ts',
  'src/platform/files/signed-contract.ts',
  'src/platform/http/operation.ts',
  'src/platform/http/paging.ts',
  'src/platform/http/payload-contract.ts',
  'src/platform/mail/address.ts',
  'src/platform/mail/email-state.ts',
  'src/platform/mail/state-texts.ts',
  'src/platform/text/language.ts',
  'src/platform/text/plain-text.ts',
];

export const importLaw: Check = {
  name: 'import law',
  run(tree) {
    const problems: Problem[] = [];
    for (const module of modulesOf(tree).values()) {
      const place = placeOf(module.path);
      if (!place) continue;
      for (const imported of module.imports) {
        const broken = breach(module.path, place, imported);
        if (broken) problems.push({ file: module.path, line: imported.line, ...broken });
      }
    }
    return { problems };
  },
};

type Breach = Pick<Problem, 'what' | 'belongs'>;

function breach(from: string, place: Place, imported: Import): Breach | undefined {
  const what = `imports ${imported.specifier}`;
  if (/^[.#]/.test(imported.specifier) && !/\.\w+(\?.*)?$/.test(imported.specifier)) {
    return { what: `${what} without its extension`, belongs: 'write ./name.ts or ./name.tsx' };
  }
  if (place.pure && !isTest(from) && imported.target === undefined) return packageInPure(what, imported);
  if (imported.target === undefined) return undefined;
  const target = placeOf(imported.target);
  if (!target) {
    if (isTest(from)) return undefined;
    return { what, belongs: 'src imports nothing outside src: move the code into src/platform' };
  }
  if (imported.target.endsWith('/sql/access.ts') && !isTest(from)) {
    return {
      what,
      belongs: 'only tests and checks read sql/access.ts: what the product needs belongs elsewhere',
    };
  }
  return (
    spelling(place, target, imported) ??
    (isTest(from)
      ? undefined
      : (direction(place, target, imported, what) ?? acrossFeatures(place, target, imported, what)))
  );
}

function packageInPure(what: string, imported: Import): Breach | undefined {
  if (
    /^zod\/(mini|v4\/core)$/.test(imported.specifier) ||
    (imported.typeOnly && imported.specifier === 'zod')
  )
    return undefined;
  return {
    what,
    belongs: 'contract, rules and texts import zod/mini and contracts only: move this to server or web',
  };
}

function spelling(place: Place, target: Place, imported: Import): Breach | undefined {
  if (imported.specifier.startsWith('.') && place.unit !== target.unit) {
    return {
      what: `leaves its folder through ${imported.specifier}`,
      belongs: `write ${subpath(imported.target!)}`,
    };
  }
  if (imported.specifier.startsWith('#') && place.unit === target.unit && place.layer === 'features') {
    return { what: `imports its own folder as ${imported.specifier}`, belongs: 'write a relative path' };
  }
  return undefined;
}

function direction(place: Place, target: Place, imported: Import, what: string): Breach | undefined {
  const isStore = place.layer === 'platform' && imported.target === storeModule;
  if (!isStore && !lower[place.layer]!.includes(target.layer)) {
    return {
      what: `${what}: ${place.layer} must not import ${target.layer}`,
      belongs: 'app -> features -> platform, ui: pass it in as a parameter, or move it down',
    };
  }
  const apart = place.side !== 'shared' && target.side !== 'shared' && place.side !== target.side;
  if (apart && !mayCross(place.side, target.side)) {
    return {
      what: `${what}: ${place.side} must not import ${target.side}`,
      belongs: 'code for both sides belongs in contract.ts or rules.ts',
    };
  }
  return undefined;
}

function acrossFeatures(place: Place, target: Place, imported: Import, what: string): Breach | undefined {
  const path = imported.target!;
  const isOwn = place.unit === target.unit && /\/([a-z]+-)?(rules|texts)\.ts$/.test(path);
  if (
    place.pure &&
    !/\/([a-z]+-)?(constants|contract)\.ts$/.test(path) &&
    !pureModules.includes(path) &&
    !isOwn
  ) {
    return {
      what,
      belongs:
        'contract, rules and texts of a feature import contracts and each other: move this to server or web',
    };
  }
  if (
    place.layer === 'features' &&
    place.unit !== target.unit &&
    /\/server\/([a-z]+-)?store\.ts$/.test(path)
  ) {
    return {
      what,
      belongs: `SQL on its tables stays in ${target.unit}: call an operation of its server folder`,
    };
  }
  return undefined;
}

function subpath(path: string): string {
  return path.replace(/^src\//, '#');
}
