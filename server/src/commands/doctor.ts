import { runWithoutArguments } from '../commandLine.ts'
import { runChecks } from '../doctor/runChecks.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' }

/** Checks the settings of this process and every service they name, without changing anything. */
await runWithoutArguments('npm run doctor', async () => {
  const findings = await runChecks(process.env)
  for (const { level, text } of findings) process.stdout.write(`${marks[level]} ${text}\n`)
  const problems = findings.filter(({ level }) => level === 'problem').length
  process.stdout.write(
    problems === 0
      ? '\nNo problems found.\n'
      : `\n${problems} ${problems === 1 ? 'problem' : 'problems'} found.\n`,
  )
  process.exitCode = problems === 0 ? 0 : 1
})
