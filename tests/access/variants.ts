// Inputs that the schemas of the operations admit, in every format: the same id in capitals, an instant with an offset, a
// letter that is composed or not. Generated from the schemas, so that a new operation is covered without a line here.
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** Text that JSON.stringify would not write, such as `1e3`: put into the body as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A path of names in the input, such as `['teammate', 'email']`. */
type Path = readonly string[];
export type Leaf = { path: Path; base: unknown; variants: unknown[] };

/** Ids that exist, by the name of what they identify. The base of a field is chosen by its name. */
export type Known = { ids: Record<string, string>; fresh: () => string };

const composed = 'Zoë Ünïcödé';
const texts = [
  ...[composed.normalize('NFC'), composed.normalize('NFD'), 'ﬁnance ①', '１２３', 'ß ẞ ı İ'],
  ...[
    '',
    ' ',
    '\u200b',
    '\u3164',
    '\u2060',
    '\ufeff',
    '\u202eabc',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\uffff',
  ],
  ...[
    '👩‍👩‍👧‍👦'.repeat(20),
    '🏳️‍🌈',
    'e' + '\u0301'.repeat(200),
    'x'.repeat(2000),
    'line\r\nbreak\u2028\u2029\u0085',
    '\t\v\f',
  ],
  ...[
    '%00',
    '%',
    "'; --",
    '\\',
    '${x}',
    '{{x}}',
    '__proto__',
    'null',
    '-0',
    '#tag',
    '"quoted',
    '"',
    '#',
    '_',
    '*:*',
  ],
];
const addresses = (fresh: string) => [
  ...[fresh.toUpperCase(), fresh.replace('@', '+a+b@'), fresh.replace('@', '@EXAMPLE.'), `  ${fresh}\n`],
  ...[
    'ü@exämple.com',
    'u\u0308@example.com',
    'a@xn--bcher-kva.example',
    'a@bücher.example',
    '"a b"@example.com',
  ],
  ...['a@example.com.', 'a@[127.0.0.1]', 'a@localhost', 'İ@example.com', 'ſ@example.com', 'K@example.com'],
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  `${'a'.repeat(300)}@example.com`,
];
const instants = [
  ...[
    '2025-03-04T05:06:07Z',
    '2025-03-04T05:06:07.1Z',
    '2025-03-04T05:06:07.123456789Z',
    '2025-03-04T05:06Z',
  ],
  ...[
    '2025-03-04T05:06:07+14:00',
    '2025-03-04T05:06:07-12:00',
    '2025-03-04T05:06:07+23:59',
    '2025-03-04T05:06:07-00:00',
  ],
  ...[
    '2016-12-31T23:59:60Z',
    '2025-03-04T24:00:00Z',
    '2025-02-29T00:00:00Z',
    '2024-02-29T00:00:00Z',
    '2025-03-04t05:06:07z',
  ],
  ...[
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ],
  ...[
    '9999-12-31T23:59:59-23:59',
    '1899-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ],
  ...[
    '1582-10-10T00:00:00Z',
    '2025-03-30T02:30:00',
    `2025-03-04T05:06:07.${'1'.repeat(18)}Z`,
    'infinity',
    'now',
    'epoch',
  ],
];
const days = [
  ...['2025-03-03', '2024-02-29', '2025-02-29', '0001-01-01', '0000-01-01', '1900-01-01', '9999-12-31'],
  ...[
    '2025-3-3',
    '2025-03-03T00:00:00Z',
    '+275760-09-13',
    '1582-10-10',
    'infinity',
    'today',
    '２０２５-03-03',
  ],
];
const zones = [
  'Europe/Vienna',
  'europe/vienna',
  'UTC',
  'utc',
  'Etc/GMT+12',
  '+05:30',
  '-23:59',
  'GMT+25',
  'EST5EDT',
  'posixrules',
  'Factory',
  'localtime',
  'Foo/Bar',
  'UTC0',
  '<X>5',
  '',
];
const numbers = [
  '1',
  '1e0',
  '1e3',
  '1E2',
  '-0',
  '+1',
  '01',
  '0x1F',
  '0b1',
  ' 7 ',
  '1.0',
  '1.5',
  '',
  'NaN',
  'Infinity',
  '9007199254740993',
  '1e400',
  '-1',
  '2147483648',
  '9223372036854775808',
  '１',
  '1_0',
];
const rawNumbers = [
  '1',
  '1e0',
  '1e3',
  '-0',
  '-0.0',
  '1.0',
  '0.1',
  '1E+2',
  '1e400',
  '-1',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  '"1"',
  'null',
  'true',
];
const cursors = (id: string) => [
  ...[
    `2025-03-04T05:06:07.000Z~${id}`,
    `2025-03-04T05:06:07.000Z~${id.toUpperCase()}`,
    `9999-12-31T23:59:59.999Z~${id}`,
  ],
  ...[
    `0000-03-04T05:06:07.000Z~${id}`,
    `2025-03-04T05:06:07Z~${id}`,
    id,
    id.toUpperCase(),
    '~',
    `infinity~${id}`,
    `1~${id}`,
  ],
];

/** Upper, lower and mixed case, and two spellings that PostgreSQL reads but no schema should let through. */
const spellings = (id: string) => [
  ...[
    id,
    id.toUpperCase(),
    id.replace(/[a-f]/g, (letter, at: number) => (at % 2 ? letter : letter.toUpperCase())),
  ],
  ...[`{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`],
];
const uuids = (known: Known, name: string) => [
  ...spellings(known.ids[name] ?? known.fresh()),
  ...Object.values(known.ids).map((id) => id.toUpperCase()),
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
];

/** The leaves of a schema, each with a value that the schema admits and the variants to try. */
export function leavesOf(schema: $ZodType, known: Known, path: Path = []): Leaf[] {
  const { def } = (schema as $ZodTypes)._zod;
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const leaf = (base: unknown, variants: unknown[]): Leaf[] => [{ path, base, variants }];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => leavesOf(value, known, [...path, key]));
    case 'union':
      return leavesOf(def.options[0]!, known, path);
    case 'array': {
      const inner = leavesOf(def.element, known, [...path, '0']);
      return [
        ...inner,
        { path, base: undefined, variants: [[], null, {}, [null], Array.from({ length: 101 }, () => 1)] },
      ];
    }
    case 'optional':
    case 'nullable':
    case 'default': {
      // Empty at first; its variants are sent one by one.
      const inner = leavesOf(def.innerType, known, path);
      const base = def.type === 'nullable' ? null : undefined;
      return inner.map((found, at) => ({
        ...found,
        base: at === 0 ? base : undefined,
        variants: at === 0 ? [undefined, null, found.base, ...found.variants] : found.variants,
      }));
    }
    case 'pipe':
      return leavesOf(def.in, known, path);
    case 'string':
      return stringLeaf(schema, known, name, leaf);
    case 'number':
      return def.coerce
        ? leaf('1', numbers)
        : leaf(
            1,
            rawNumbers.map((text) => new RawJson(text)),
          );
    case 'boolean':
      return leaf(false, [true, 'true', 1, null]);
    case 'enum':
      return leaf(Object.values(def.entries)[0], [
        ...Object.values(def.entries),
        ...Object.values(def.entries).map((value) => String(value).toUpperCase()),
      ]);
    case 'literal':
      return leaf(def.values[0], [...def.values, `${String(def.values[0])} `]);
    case 'unknown':
      return leaf(undefined, ['x', 1, true, null, [], { a: { b: [1] } }, 'x'.repeat(5000)]);
    default:
      throw new Error(`Add variants of the schema ${def.type} at ${path.join('.')}.`);
  }
}

function stringLeaf(
  schema: $ZodType,
  known: Known,
  name: string,
  leaf: (base: unknown, variants: unknown[]) => Leaf[],
): Leaf[] {
  const { format } = (schema as { _zod: { def: { format?: string } } })._zod.def;
  const { patterns } = (schema as { _zod: { bag: { patterns?: Set<RegExp> } } })._zod.bag;
  const fresh = `f${known.fresh()}@example.com`;
  if (format === 'uuid') return leaf(known.ids[name] ?? known.fresh(), uuids(known, name));
  if (format === 'datetime') return leaf('2025-03-04T05:06:07.000Z', instants);
  if (format === 'date') return leaf('2025-03-03', days);
  if (/email/i.test(name)) return leaf(fresh, [...addresses(fresh), ...texts]);
  if (name === 'timezone') return leaf('Europe/Vienna', [...zones, ...texts]);
  if (/^(before|after|since)$/.test(name)) return leaf(undefined, [...cursors(known.fresh()), ...texts]);
  if (name === 'password' || name === 'current_password') return leaf('a good long passphrase', texts);
  const base = [...(patterns ?? [])].every((pattern) => pattern.test('what')) ? 'what' : 'x';
  return leaf(base, [...texts, fresh, ...Object.values(known.ids).slice(0, 2)]);
}

/** The input with these values at their paths. Numbers in a path are positions of an array. */
export function inputOf(values: readonly { path: Path; value: unknown }[]): unknown {
  let root: unknown;
  const put = (target: unknown, path: Path, value: unknown): unknown => {
    const [key, ...rest] = path;
    if (key === undefined) return value;
    if (/^\d+$/.test(key)) {
      const list = Array.isArray(target) ? target : [];
      list[Number(key)] = put(list[Number(key)], rest, value);
      return list;
    }
    const record = (target ?? {}) as Record<string, unknown>;
    record[key] = put(record[key], rest, value);
    return record;
  };
  for (const { path, value } of values) if (value !== undefined) root = put(root, path, value);
  return root;
}

/** JSON with raw texts in it. */
export function jsonOf(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_, item: unknown) =>
    item instanceof RawJson ? `\u0001raw${raw.push(item.text) - 1}\u0001` : item,
  );
  return text.replace(/"\\u0001raw(\d+)\\u0001"/g, (_, at: string) => raw[Number(at)]!);
}
