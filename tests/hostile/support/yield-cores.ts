// Real attackers have their own processors, but here they share those of the server that they attack.
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread, and of the threads and processes that it starts afterwards, so that latency
 * shows what an attack costs the server and not what it costs to generate. It cannot be raised again.
 */
export function yieldCores(): void {
  // Elsewhere, the priority is that of the whole process, which contains the honest user.
  if (process.platform === 'linux') setPriority(0, 19);
}
