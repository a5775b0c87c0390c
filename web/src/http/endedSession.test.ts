import { expect, test } from 'vitest'
import { createEndedSession } from './endedSession.ts'

test('several calls wait for one sign-in and continue together', async () => {
  const session = createEndedSession()
  const calls = Promise.all([session.waitForSignIn(), session.waitForSignIn()])
  expect(session.read()).toBe('asking')
  session.renew()
  await expect(calls).resolves.toEqual([undefined, undefined])
  expect(session.read()).toBe('none')
})

test('calls fail with a message when the user declines to sign in', async () => {
  const session = createEndedSession()
  const calls = [session.waitForSignIn(), session.waitForSignIn()]
  session.decline()
  for (const call of calls) {
    await expect(call).rejects.toMatchObject({
      code: 'not_signed_in',
      message: "You're signed out. Sign in and try again. What you typed is still on this page.",
    })
  }
  expect(session.read()).toBe('declined')
})

test('a canceled call stops waiting', async () => {
  const session = createEndedSession()
  const controller = new AbortController()
  const call = session.waitForSignIn(controller.signal)
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('a call canceled beforehand opens no dialog', async () => {
  const session = createEndedSession()
  await expect(session.waitForSignIn(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(session.read()).toBe('none')
})

test('a background call neither opens nor closes the dialog', () => {
  const session = createEndedSession()
  session.notice()
  expect(session.read()).toBe('noticed')
  session.ask()
  session.notice()
  expect(session.read()).toBe('asking')
  session.decline()
  session.notice()
  expect(session.read()).toBe('declined')
})
