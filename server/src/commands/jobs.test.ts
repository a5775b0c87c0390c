import { expect, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { createMigratedDatabase } from '../../testing/emptyDatabase.ts'

test('npm run jobs lists jobs, says why it did nothing, or shows its usage', async () => {
  const env = await createMigratedDatabase()
  expect(await runCommand(env, 'jobs')).toEqual({
    code: 0,
    out: 'No jobs are waiting, running or failed.\n',
    err: '',
  })
  expect(await runCommand(env, 'jobs', 'cancel', '7')).toEqual({ code: 1, out: '', err: 'Job not found.\n' })
  expect(await runCommand(env, 'jobs', 'retry')).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining('Usage: npm run jobs '),
  })
})
