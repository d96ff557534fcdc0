// The first contact with the bucket. Wrong settings prevent the start. A store that does not respond does not, because
// everything except files works without it.
import type { ObjectStorage } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { type S3Answer, S3Client, S3Error } from './s3-client.ts';
import { isList } from './s3-xml.ts';

const keyFix = 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
const bucketFix = 'Create the bucket, or correct S3_BUCKET and S3_ENDPOINT.';
const regionFix = "Set S3_REGION to the region of the bucket, and S3_ENDPOINT to that region's address.";

const fixes: Record<string, string> = {
  InvalidAccessKeyId: keyFix,
  SignatureDoesNotMatch: keyFix,
  AccessDenied: 'Permit this access key to list the bucket, and to read, write and delete its objects.',
  NoSuchBucket: bucketFix,
  AuthorizationHeaderMalformed: regionFix,
  PermanentRedirect: regionFix,
  TemporaryRedirect: regionFix,
};

/** Throws StartupError if the store refuses the settings. Warns if it does not respond. */
export async function checkBucket(settings: ObjectStorage, warn: (message: string) => void): Promise<void> {
  const client = new S3Client(settings, warn);
  let answer: S3Answer;
  try {
    answer = await client.probe({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } });
  } catch (error) {
    const { message, cause } = error as Error;
    if (cause instanceof S3Error && cause.status < 500 && cause.status !== 429) {
      throw new StartupError(
        {
          what: `The bucket ${settings.bucket} cannot be used.`,
          why: message,
          fix: fixes[cause.code] ?? (cause.status === 404 ? bucketFix : keyFix),
        },
        { cause: error },
      );
    }
    warn(
      `Warning: ${message} Until it responds, files can be neither read nor stored. Everything else works.`,
    );
    return;
  }
  if (isList(answer.text)) return;
  throw new StartupError({
    what: `The bucket ${settings.bucket} cannot be used.`,
    why: `${settings.endpoint} responds, but not as an object store: its response is not a list of objects.`,
    fix: 'Correct S3_ENDPOINT: it is the address of the API, not that of the console.',
  });
}
