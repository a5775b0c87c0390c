/** Returns the environment of a process that a test starts, which sees nothing of the test's own settings. */
export const createProcessEnv = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // Where `npm run mutate` records which code they run (scripts/testing/reached.mjs).
  REACHED_FILE: process.env.REACHED_FILE,
  REACHED_BY: process.env.REACHED_BY,
})
