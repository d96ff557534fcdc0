// What users read about requests that fail, whatever they were about.

/** Of the refusals that a browser states itself, too. */
export const localProblemTexts = {
  invalid_input: 'Something in the request is not as expected.',
  not_found: 'There is nothing here.',
  offline: 'No connection to the server.',
  unknown: 'Something went wrong.',
} as const;

/** Of each refusal that any operation may return. */
export const problemTexts = {
  invalid_input: localProblemTexts.invalid_input,
  no_session: 'Please sign in.',
  beyond_token: 'This API token may not do that.',
  another_user: 'The request names another user. Leave that field out.',
  wrong_origin: 'This request came from another site and was blocked.',
  not_found: localProblemTexts.not_found,
  too_slow: 'The request took too long to arrive.',
  too_large: 'This is too large to send.',
  wrong_media_type: 'This type of content is not supported here.',
  too_many_requests: 'Too many requests. Please wait a moment.',
  headers_too_large: 'The headers of the request are too large.',
  took_too_long: 'That took too long and was stopped. Please try again, or request less.',
  internal: 'Something went wrong on our side. Everything you saved is safe.',
  disk_full:
    'The disk of the server is full, so nothing can be saved right now. Everything you saved is safe.',
  busy: 'The server is busy. Please try again in a few seconds.',
  unavailable: 'The server cannot reach its database right now. Please try again shortly.',
} as const;

/** Details of these refusals. */
export const detailTexts = {
  unstorable: 'The text contains a character that cannot be saved.',
  unknownToken: 'The API token is unknown, expired or ended.',
  missingScope: (scope: string) => `It needs the scope ${scope}.`,
  noFileStorage: 'The server cannot reach its file storage right now. Please try again shortly.',
} as const;

/** Of a form with a file. `fields`: their names. */
export const fieldsFirst = (fields: string): string => `The fields ${fields} must come before the file.`;
