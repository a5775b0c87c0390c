import { expect, test } from 'vitest'
import { pathLabel } from './pointers.ts'

test('labels the path of an error in readable form', () => {
  expect(pathLabel('/sidepanel/views/0')).toBe('sidepanel › views › 0')
  expect(pathLabel('')).toBe('')
})
