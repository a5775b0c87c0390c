/** Returns undefined for the error of a file that doesn't exist. Throws any other error, because the file may exist. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}
