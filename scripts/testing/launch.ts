import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'

export interface Launch {
  process: ChildProcess
  output: () => string
  /** Resolves with the match once it is printed. Rejects if everything ends without it. */
  prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves when the process and all processes it started have ended: each of them keeps its standard error open. */
  ended: Promise<{ code: number | null; signal: string | null }>
}

/** Starts a program whose output the test reads. */
export function launch(
  folder: string,
  [program = '', ...args]: string[],
  env: Record<string, string | undefined>,
): Launch {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const checks = new Set<() => void>()
  const read = (data: Buffer) => {
    output += data.toString()
    for (const check of checks) check()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    process: child,
    output: () => output,
    ended,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output)
          if (match) resolve(match)
        }
        checks.add(check)
        check()
        void ended.then(() => reject(new Error(`Ended without printing ${pattern}:\n${output}`)))
      }),
  }
}
