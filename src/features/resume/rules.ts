// Pure rules for the résumé (R-F7).
import { extensionOf } from '#platform/files/file-name.ts';
import { limits, mimeTypes } from './constants.ts';
import type { Resume } from './contract.ts';

const extensions = ['pdf', 'doc', 'docx'];

/**
 * Why a chosen file would be refused, by what the browser knows about it: its name, its type (empty if unknown) and its
 * size in bytes. Undefined if it may be sent; the server then detects the type from the content.
 */
export function resumeProblem({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): 'resume_type_refused' | 'resume_too_large' | undefined {
  const extension = extensionOf(name);
  const isUnknown = extension === '' && type === '';
  const isAccepted = extensions.includes(extension) || isResumeType(type);
  if (!isUnknown && !isAccepted) return 'resume_type_refused';
  return size >= limits.bytes ? 'resume_too_large' : undefined;
}

export function isResumeType(mime: string): mime is Resume['mime_type'] {
  return mimeTypes.some((accepted) => accepted === mime);
}

/** How browsers show it: a PDF in its viewer, a Word document not at all. */
export function previewOf(mime: string): 'pdf' | 'none' {
  return mime === 'application/pdf' ? 'pdf' : 'none';
}
