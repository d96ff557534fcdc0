// The entry point of every process. What Node compiles is kept next to the built server, which saves a quarter of the
// processor time that loading takes. So only this module may be loaded before the cache is enabled. Where the folder
// cannot be written, Node compiles at each start.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '.compiled'));
await import('./start.ts');
