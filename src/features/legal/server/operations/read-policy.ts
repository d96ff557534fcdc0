// The privacy policy: content/legal/privacy-policy.md.
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '#platform/config/config.ts';
import { readContent } from '#platform/config/content-file.ts';
import { escapeMarkdown } from '#platform/text/markdown.ts';
import { texts } from '../../texts.ts';

const frontMatter = z.strictObject({
  title: z.string().min(1).max(60),
  excerpt: z.string().min(1).max(160),
});

/** Reads the policy of this instance. `content`: the folder content/. Throws StartupError. */
export function readPolicy(content: string, { instanceName, operator, mailFeedback }: Config) {
  const instance = escapeMarkdown(instanceName);
  const name = operator.name && escapeMarkdown(operator.name);
  const contact =
    operator.contact ?? (mailFeedback ? { text: mailFeedback, href: `mailto:${mailFeedback}` } : undefined);
  const link = contact && `[${escapeMarkdown(contact.text)}](${contact.href})`;
  return readContent(join(content, 'legal/privacy-policy.md'), frontMatter, {
    instance,
    operator: texts.operator(instance, name),
    contact: texts.contact(instance, name, link),
  });
}
