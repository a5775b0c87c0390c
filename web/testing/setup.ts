import type {} from '@vitest/browser-playwright'
import './withoutDevTools.ts'
import { afterEach, beforeEach, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { noteBuild } from '../src/http/build.ts'
import { noteServerTime } from '../src/ui/serverTime.ts'
import { endedSession } from '../src/http/endedSession.ts'
import '../src/ui/styles.ts'
import { loadToasts, toastCode } from '../src/ui/toast.ts'
import { plantedFault, repairTexts } from './faults.ts'
import { installNetwork, resetNetwork } from './network.ts'
import { removeRendered } from './render.tsx'
import { takeUnshown } from './shownRefusals.ts'

installNetwork()

const { innerWidth: width, innerHeight: height } = window

/** The build of the page, as a server writes it into the document. */
const build = 'tests'
const bootstrap = document.createElement('script')
bootstrap.id = 'bootstrap'
bootstrap.type = 'application/json'
bootstrap.textContent = JSON.stringify({ build })
document.head.append(bootstrap)

const isPlanted = (part: unknown): boolean =>
  String(part).includes(plantedFault) || (part instanceof Error && isPlanted(part.cause))

/**
 * Returns whether the browser only reports that it will notify resize observers in the next frame. Vitest treats
 * that as an error, and it depends on how busy the machine is.
 */
const isDelayedResize = (part: unknown): boolean =>
  part instanceof Error && part.message.startsWith('ResizeObserver loop completed')

// Vitest would advance a stopped clock while it waits for the page, further on a busy machine.
vi.isFakeTimers = () => false

const errors: string[] = []
const { error: showError } = console
// oxlint-disable-next-line no-console -- React reports here what it can't throw, such as missing keys
console.error = (...parts: unknown[]) => {
  if (parts.some(isPlanted) || parts.some(isDelayedResize)) return
  errors.push(parts.map(String).join(' '))
  showError(...parts)
}

// The sign-in page would ask the server for the passkeys of autofill, which no test here can choose.
PublicKeyCredential.isConditionalMediationAvailable = async () => false

/** A toast whose code is still loading would appear in the next test. */
async function waitForToasts() {
  if (toastCode.read() === 'missing') return
  await loadToasts()
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(() => {
  errors.length = 0
})

afterEach(async () => {
  // The files share a page, in which a stopped clock would stay stopped, and a replaced function would stay replaced.
  vi.useRealTimers()
  vi.restoreAllMocks()
  const unshown = takeUnshown()
  await waitForToasts()
  removeRendered()
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height)
  // Otherwise a link of the next page could be under the pointer and load its data.
  // A message to the browser takes a fifth of the time of `userEvent.hover`.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 1439, y: 899 })
  repairTexts()
  noteBuild(build)
  noteServerTime(new Date().toUTCString())
  // A test that leaves the page stays in it. Until the page is shown again, refusals open no sign-in dialog.
  window.dispatchEvent(new Event('pageshow'))
  // A call still waiting for a sign-in would resume in a later test.
  endedSession.decline()
  endedSession.renew()
  const problems = [...resetNetwork(), ...unshown, ...errors.map((text) => `console.error: ${text}`)]
  if (problems.length > 0) throw new Error(problems.join('\n'))
})
