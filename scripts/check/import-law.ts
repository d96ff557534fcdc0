// Who may import whom: app -> features -> platform, ui. The text of a fault says where the code belongs.
import { modulesOf, type Import } from './modules.ts';
import { isTest, type Check, type Fault } from './tree.ts';

type Place = {
  layer: string;
  /** One feature, or the whole of another layer: inside it imports may be relative. */
  unit: string;
  /** `prerender` draws web pages for the server. */
  side: 'server' | 'web' | 'prerender' | 'shared';
  /** contract, rules or texts of a feature. */
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
    pure: layer === 'features' && /^[^/]+\/(contract|([a-z]+-)?(rules|texts))\.ts$/.test(inside),
  };
}

function sideOf(layer: string, folder: string | undefined): Place['side'] {
  if (layer === 'app' && folder === 'prerender') return 'prerender';
  return folder === 'server' || folder === 'web' ? folder : 'shared';
}

/** The one way between the sides: the server asks src/app/prerender, which draws by what the web folders hold. */
const mayCross = (from: Place['side'], to: Place['side']) =>
  (from === 'server' && to === 'prerender') || (from === 'prerender' && to === 'web');

const lower: Record<string, string[]> = {
  app: ['app', 'features', 'platform', 'ui'],
  features: ['features', 'platform', 'ui'],
  platform: ['platform'],
  ui: ['ui'],
};
const binder = 'src/platform/http/operation.ts';

export const importLaw: Check = {
  name: 'import law',
  run(tree) {
    const faults: Fault[] = [];
    for (const module of modulesOf(tree).values()) {
      const place = placeOf(module.path);
      if (!place) continue;
      for (const one of module.imports) {
        const broken = breach(module.path, place, one);
        if (broken) faults.push({ file: module.path, line: one.line, ...broken });
      }
    }
    return { faults };
  },
};

type Breach = Pick<Fault, 'what' | 'belongs'>;

function breach(from: string, place: Place, one: Import): Breach | undefined {
  const what = `imports ${one.specifier}`;
  if (/^[.#]/.test(one.specifier) && !/\.\w+(\?.*)?$/.test(one.specifier)) {
    return { what: `${what} without its extension`, belongs: 'write ./name.ts or ./name.tsx' };
  }
  if (place.pure && !isTest(from) && one.target === undefined) return packageInPure(what, one);
  if (one.target === undefined) return undefined;
  const target = placeOf(one.target);
  if (!target) {
    if (isTest(from)) return undefined;
    return { what, belongs: 'src stands alone: move what it needs into src/platform' };
  }
  return (
    spelling(place, target, one) ??
    (isTest(from) ? undefined : (direction(place, target, what) ?? neighbour(place, target, one, what)))
  );
}

function packageInPure(what: string, one: Import): Breach | undefined {
  if (/^zod\/(mini|v4\/core)$/.test(one.specifier) || (one.typeOnly && one.specifier === 'zod'))
    return undefined;
  return {
    what,
    belongs: 'contract, rules and texts know zod/mini and contracts only: move this to server or web',
  };
}

function spelling(place: Place, target: Place, one: Import): Breach | undefined {
  if (one.specifier.startsWith('.') && place.unit !== target.unit) {
    return { what: `leaves its folder by ${one.specifier}`, belongs: `write ${subpath(one.target!)}` };
  }
  if (one.specifier.startsWith('#') && place.unit === target.unit && place.layer === 'features') {
    return { what: `imports its own folder as ${one.specifier}`, belongs: 'write a relative path' };
  }
  return undefined;
}

function direction(place: Place, target: Place, what: string): Breach | undefined {
  if (!lower[place.layer]!.includes(target.layer)) {
    return {
      what: `${what}: ${place.layer} looks up to ${target.layer}`,
      belongs: 'app -> features -> platform, ui: pass it in from above, or move it down',
    };
  }
  const apart = place.side !== 'shared' && target.side !== 'shared' && place.side !== target.side;
  if (apart && !mayCross(place.side, target.side)) {
    return {
      what: `${what}: ${place.side} reaches into ${target.side}`,
      belongs: 'what both sides know belongs to contract.ts or rules.ts',
    };
  }
  return undefined;
}

function neighbour(place: Place, target: Place, one: Import, what: string): Breach | undefined {
  const path = one.target!;
  const ownRules = place.unit === target.unit && /\/([a-z]+-)?rules\.ts$/.test(path);
  if (place.pure && !path.endsWith('/contract.ts') && path !== binder && !ownRules) {
    return { what, belongs: 'contract, rules and texts import contracts only: move this to server or web' };
  }
  if (
    place.layer === 'features' &&
    place.unit !== target.unit &&
    /\/server\/([a-z]+-)?store\.ts$/.test(path)
  ) {
    return {
      what,
      belongs: `SQL on its tables stays with ${target.unit}: call an operation of its server folder`,
    };
  }
  return undefined;
}

function subpath(path: string): string {
  return path.replace(/^src\//, '#');
}
