import type { Problem } from '#platform/http/client.ts';
import { toolErrors } from '../../texts.ts';

/** A problem as a sentence for a model, which reads nothing else. */
export function sentenceOf({ title, detail, fields, retryAfter }: Problem): string {
  const sentences = [
    title,
    detail,
    ...fields.map(({ path, message }) =>
      toolErrors.field(path.replace(/^(?:body|query|params)\.?/, ''), message),
    ),
    retryAfter === undefined ? undefined : toolErrors.retry(retryAfter),
  ];
  return sentences
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
