/** Every address that shows a page. The server answers any other with the same app and status 404. */
export const paths = { home: '/', auth: '/auth', profile: '/profile' } as const;
