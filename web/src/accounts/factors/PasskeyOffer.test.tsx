import { TextInput } from '@mantine/core'
import { createPasskeyRequest } from '@trestle/domain/accounts/factors/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reply, sent } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import { PasskeyOffer } from './PasskeyOffer.tsx'
import { askForPasskey, endPasskeyOffer } from './passkeys.ts'

beforeEach(() => {
  reply(createPasskeyRequest, {
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    rpId: window.location.hostname,
    timeout: 5 * minuteMs,
    userVerification: 'required',
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
})

const countRequests = () => sent(createPasskeyRequest).length
const passMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * minuteMs)
const moveMouse = () => window.dispatchEvent(new Event('pointermove'))

/** Waits for longer than a renewal takes to send its request. */
const waitForRenewal = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Replaces the browser's request for a passkey by one that waits for a user until another one replaces it. */
function mockBrowser() {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(
    (options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      }),
  )
  onTestFinished(() => void vi.restoreAllMocks())
  return get
}

/** Shows the offer next to the field that it fills, and waits until the browser has it. */
async function show() {
  const get = mockBrowser()
  renderPart(
    <>
      <TextInput label="Email address" autoComplete="username webauthn" />
      <PasskeyOffer />
    </>,
  )
  await expect.poll(() => get.mock.calls.length).toBe(1)
  expect(countRequests()).toBe(1)
  return get
}

test('an offer whose challenge is about to expire is renewed when the user comes back to the page', async () => {
  const get = await show()
  passMinutes(3)
  moveMouse()
  await waitForRenewal()
  expect(countRequests()).toBe(1)
  passMinutes(2)
  moveMouse()
  moveMouse()
  await expect.poll(countRequests).toBe(2)
  await expect.poll(() => get.mock.calls.length).toBe(2)
  passMinutes(5)
  moveMouse()
  await expect.poll(countRequests).toBe(3)
})

test('an offer that another request for a passkey replaced is not renewed', async () => {
  const get = await show()
  const asked = askForPasskey('sign_in')
  await expect.poll(() => get.mock.calls.length).toBe(2)
  passMinutes(5)
  moveMouse()
  await waitForRenewal()
  expect(countRequests()).toBe(2)
  await endPasskeyOffer()
  await expect(asked).rejects.toThrow('No passkey was used.')
})
