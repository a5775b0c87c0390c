import { getSession, signOut } from '@trestle/domain/accounts/contract.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { disconnect, hold, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { lostReplyMessage } from '../http/callError.ts'
import { dismissalKeys, perPageKey } from '../http/deviceSettings.ts'
import { signOutTo } from '../http/signOut.ts'

/** Signs in: calls carry the token of the page's session. */
async function signIn() {
  renderPart('Signed in')
  await expect.element(page.getByText('Signed in')).toBeVisible()
}

test('a sign-out whose reply never comes leaves the page once the session has ended', async () => {
  await signIn()
  reply(signOut)
  reply(getSession, buildSignedOutSession())
  hold(signOut)
  localStorage.setItem('last-app', '7')
  localStorage.setItem(perPageKey, '50')
  localStorage.setItem('mantine-color-scheme-value', 'dark')
  localStorage.setItem(dismissalKeys.intro, 'true')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const leaving = signOutTo('#signed-out')
  await vi.advanceTimersByTimeAsync(4900)
  expect(sent(getSession)).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(100)
  await leaving
  expect(window.location.hash).toBe('#signed-out')
  expect(localStorage.getItem('last-app')).toBeNull()
  expect(localStorage.getItem(perPageKey)).toBe('50')
  expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark')
  expect(localStorage.getItem(dismissalKeys.intro)).toBe('true')
})

test('a sign-out that never reached the server stays on the page and fails', async () => {
  await signIn()
  disconnect(signOut)
  reply(getSession, buildSession())
  localStorage.setItem('last-app', '7')
  await expect(signOutTo('#not-signed-out')).rejects.toThrow(lostReplyMessage)
  expect(window.location.hash).not.toBe('#not-signed-out')
  expect(localStorage.getItem('last-app')).toBe('7')
})
