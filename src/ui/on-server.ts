/** Whether this code draws a page on the server, where there is no browser to ask. */
export const onServer = typeof document === 'undefined';
