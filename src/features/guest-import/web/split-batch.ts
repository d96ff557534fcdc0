import { importLimits } from '../constants.ts';

/** Splits off as many items as fit into one call, at least one. Returns them and the rest. */
export function splitBatch<Item>(items: readonly Item[], sent: (item: Item) => object): [Item[], Item[]] {
  let bytes = 0;
  let count = 0;
  for (const item of items.slice(0, importLimits.items)) {
    bytes += new TextEncoder().encode(JSON.stringify(sent(item))).length;
    if (count > 0 && bytes > importLimits.bytes) break;
    count++;
  }
  return [items.slice(0, count), items.slice(count)];
}
