const modes = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g

/**
 * Names `verify-full` in the address of a database where the driver treats another mode as that one. It would print a
 * warning, and its next major version verifies less in these modes.
 */
export const nameSslMode = (databaseUrl: string): string =>
  /[?&]uselibpqcompat=true(?:&|$)/.test(databaseUrl)
    ? databaseUrl
    : databaseUrl.replace(modes, '$1verify-full')
