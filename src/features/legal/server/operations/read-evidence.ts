// What the report on accessibility is made from: content/legal/accessibility.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidence, type Evidence } from '../../accessibility-contract.ts';

/** `content`: the folder content/. Throws if the file is not as scripts/accessibility-report.ts writes it. */
export function readEvidence(content: string): Evidence {
  return evidence.parse(JSON.parse(readFileSync(join(content, 'legal/accessibility.json'), 'utf8')));
}
