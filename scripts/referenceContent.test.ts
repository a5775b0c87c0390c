import { fileURLToPath } from 'node:url'
import { problemsOf } from '../domain/src/reference/lint.ts'
import { expect, test } from 'vitest'
import { readContent } from '../server/src/reference/readContent.ts'

const folder = fileURLToPath(new URL('../content/reference', import.meta.url))

test('every file of the reference can be read, and every branch of it may be published', async () => {
  const broken: string[] = []
  const branches = await readContent(folder, (file, problem) => broken.push(`${file}: ${problem}`))
  expect(broken).toEqual([])
  expect(branches.flatMap(problemsOf)).toEqual([])
  expect(branches.filter((branch) => branch.default).length).toBeLessThanOrEqual(1)
  expect(new Set(branches.map(({ sha }) => sha)).size).toBe(branches.length)
})
