import { parseArgs } from 'node:util'
import { z } from 'zod'
import { showUsage, toMessage } from '../commandLine.ts'
import { nameStage, runChecks, type CheckOptions } from '../doctor/runChecks.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' }

/** Returns null for arguments that the command doesn't know. */
function readOptions(args: string[]): CheckOptions | null {
  try {
    const { values } = parseArgs({ args, options: { 'send-email-to': { type: 'string' } } })
    const { 'send-email-to': to } = values
    return to === undefined ? {} : { sendEmailTo: z.email().parse(to.trim()) }
  } catch {
    return null
  }
}

async function run(options: CheckOptions): Promise<void> {
  process.stdout.write(`${nameStage(process.env)}\n`)
  const findings = await runChecks(process.env, options)
  for (const { level, text } of findings) process.stdout.write(`${marks[level]} ${text}\n`)
  const problems = findings.filter(({ level }) => level === 'problem').length
  process.stdout.write(
    problems === 0
      ? '\nNo problems found.\n'
      : `\n${problems} ${problems === 1 ? 'problem' : 'problems'} found.\n`,
  )
  process.exitCode = problems === 0 ? 0 : 1
}

/** Checks the settings of this process and every service they name, without changing anything. */
const options = readOptions(process.argv.slice(2))
if (!showUsage('npm run doctor [-- --send-email-to EMAIL]', options !== null) && options) {
  await run(options).catch((error: unknown) => {
    process.stderr.write(`${toMessage(error)}\n`)
    process.exitCode = 1
  })
}
