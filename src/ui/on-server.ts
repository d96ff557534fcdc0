/** Whether this code renders on the server, where browser APIs are missing. */
export const onServer = typeof document === 'undefined';
