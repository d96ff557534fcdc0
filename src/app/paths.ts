/** The paths of all pages. The server responds to any other with the same app and status 404. */
export const paths = { home: '/', auth: '/auth', profile: '/profile' } as const;
