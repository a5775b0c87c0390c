import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstCall } from './src/app/firstCall.ts'

test('the home page shows the call that the documentation explains', () => {
  const page = readFileSync(new URL('../content/documentation/first-api-call.md', import.meta.url), 'utf8')
  const withoutOptions = page.replaceAll(/curl (--[a-z-]+ )+"/g, 'curl "')
  expect(withoutOptions).toContain(`${firstCall}\n`)
})
