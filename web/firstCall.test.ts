import { readFileSync } from 'node:fs'
import { sampleProjects } from '@trestle/domain/platformApi/samples.ts'
import { expect, test } from 'vitest'
import { firstCall, firstReply } from './src/app/firstCall.ts'

test('the home page shows the call that the documentation explains', () => {
  const page = readFileSync(new URL('../content/documentation/first-api-call.md', import.meta.url), 'utf8')
  const withoutOptions = page.replaceAll(/curl (--[a-z-]+ )+"/g, 'curl "')
  expect(withoutOptions).toContain(`${firstCall}\n`)
})

test('below it is what the sandbox replies', () => {
  const [project] = JSON.parse(firstReply.replace(/,\s*…$/, '}]')) as unknown[]
  const [sample] = sampleProjects
  expect({ ...sample, stage: sample?.stage.name }).toMatchObject(project as object)
})
