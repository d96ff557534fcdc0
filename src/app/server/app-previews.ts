// What link previews and search engines read about the app's public pages: the dashboard of a guest, and the sign-in page.
import type { Config } from '#platform/config/config.ts';
import { previewHead, type PreviewPicture } from '#platform/http/link-preview.ts';
import { paths } from '../paths.ts';
import { aboutText, previewTexts } from './texts.ts';

/** Returns the elements for the head of a page, regardless of its query: none for a page that is not public. */
export function appPreviews(
  { appUrl, instanceName }: Pick<Config, 'appUrl' | 'instanceName'>,
  picture: PreviewPicture | undefined,
): (path: string) => string {
  const titles = new Map<string, string>([
    [paths.home, instanceName],
    [paths.auth, previewTexts.signIn(instanceName)],
  ]);
  return (path) => {
    const title = titles.get(path);
    if (title === undefined) return '';
    return previewHead({ url: appUrl + path, title, description: aboutText, type: 'website', picture });
  };
}
