import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { createProcessEnv } from './processEnv.ts'

export interface CommandResult {
  /** The exit code. */
  code: unknown
  out: string
  err: string
}

/** Runs one of the commands in server/src/commands in its own process, with these settings only. */
export function runCommand(
  env: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<CommandResult> {
  const path = join(import.meta.dirname, `../src/commands/${name}.ts`)
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', path, ...args],
      { env: { ...createProcessEnv(), RELEASE_STAGE: 'test', ...env } },
      (error, out, err) => resolve({ code: error ? error.code : 0, out, err }),
    )
  })
}
