import { afterEach, beforeEach } from 'vitest'
import { userEvent } from 'vitest/browser'
import { endedSession } from '../src/http/endedSession.ts'
import '../src/ui/styles.ts'
import { plantedFault, repairTexts } from './faults.ts'
import { installNetwork, resetNetwork } from './network.ts'
import { removeRendered } from './render.tsx'

installNetwork()

const errors: string[] = []
const { error: showError } = console
// oxlint-disable-next-line no-console -- React reports here what it can't throw, such as missing keys
console.error = (...parts: unknown[]) => {
  const text = parts.map(String).join(' ')
  if (text.includes(plantedFault)) return
  errors.push(text)
  showError(...parts)
}

beforeEach(() => {
  errors.length = 0
})

afterEach(async () => {
  removeRendered()
  // Otherwise a link of the next page could be under the pointer and load its data.
  await userEvent.hover(document.documentElement, { position: { x: 1439, y: 899 }, force: true })
  repairTexts()
  // A call still waiting for a sign-in would resume in a later test.
  endedSession.decline()
  endedSession.renew()
  const problems = [...resetNetwork(), ...errors.map((text) => `console.error: ${text}`)]
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
