/** Returns undefined for the error of a file that doesn't exist. Throws any other: the file may be there. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}
