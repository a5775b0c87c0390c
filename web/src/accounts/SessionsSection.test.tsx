import {
  endAccountSession,
  listAccountSessions,
  signOutOthers,
  type AccountSession,
} from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { later, now } from '../../testing/build.ts'
import { refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { fullDate } from '../ui/dates.ts'
import { SessionsSection } from './SessionsSection.tsx'

const session = (id: number, current: boolean): AccountSession => ({
  id,
  current,
  created_at: now,
  last_seen_at: now,
  ends_at: later,
  network: '192.0.2.0/24',
  browser: current ? 'Chromium on Linux' : 'Firefox on Windows',
})

const others = page.getByRole('button', { name: 'Sign out others' }).first()
const dialog = page.getByRole('dialog', { name: 'Sign out every other browser?' })
const confirm = dialog.getByRole('button', { name: 'Sign out others' })

test('says that there are no other sessions', async () => {
  reply(listAccountSessions, [session(1, true)])
  renderPart(<SessionsSection />)
  await expect.element(page.getByText("You're not signed in anywhere else.")).toBeVisible()
  await expect.element(others).toBeDisabled()
})

test('shows the first ten of many sessions until all are requested', async () => {
  reply(
    listAccountSessions,
    Array.from({ length: 12 }, (_, index) => session(index + 1, index === 0)),
  )
  renderPart(<SessionsSection />)
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect.poll(() => rows.elements().length).toBe(11)
  await page.getByRole('button', { name: 'Show all 12' }).click()
  await expect.poll(() => rows.elements().length).toBe(13)
  await expect.element(page.getByRole('button', { name: 'Show fewer' })).toHaveFocus()
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect.poll(() => rows.elements().length).toBe(11)
})

test('signs out other sessions after a confirmation, and reloads the list', async () => {
  reply(listAccountSessions, [session(1, true), session(2, false)])
  reply(signOutOthers)
  renderPart(<SessionsSection />)
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect.element(rows.filter({ hasText: 'This browser' })).toMatchTextContent(/Chromium on Linux/)
  expect(rows.elements()).toHaveLength(3)
  await others.click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(dialog.getByText(/^One other session ends immediately/)).toBeVisible()
  reply(listAccountSessions, [session(1, true)])
  await confirm.click()
  await expect.element(page.getByText('Every other browser was signed out')).toBeVisible()
  await expect.element(page.getByText('Firefox on Windows')).not.toBeInTheDocument()
})

test('shows a refusal inside the confirmation dialog', async () => {
  reply(listAccountSessions, [session(1, true), session(2, false)])
  refuse(signOutOthers, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<SessionsSection />)
  await others.click()
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The other browsers are still signed in')
  await expect.element(page.getByText('Firefox on Windows')).toBeInTheDocument()
})

test('shows in the question why one browser was not signed out', async () => {
  reply(listAccountSessions, [session(1, true), session(2, false)])
  refuse(endAccountSession, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<SessionsSection />)
  await page.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click()
  const question = page.getByRole('dialog', { name: 'Sign out Firefox on Windows?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent('Try again in a minute.')
})

test('a session that is gone already counts as signed out', async () => {
  reply(listAccountSessions, [session(1, true), session(2, false)])
  refuseInBackground(endAccountSession, { code: 'not_found', message: 'Session not found.' })
  renderPart(<SessionsSection />)
  await page.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click()
  reply(listAccountSessions, [session(1, true)])
  const question = page.getByRole('dialog', { name: 'Sign out Firefox on Windows?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByText("You're not signed in anywhere else.")).toBeVisible()
})

test('can retry a failed load', async () => {
  refuse(listAccountSessions, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<SessionsSection />)
  await expect.element(page.getByRole('alert')).toMatchTextContent("Your sessions couldn't be loaded")
  await expect.element(others).not.toBeInTheDocument()
  reply(listAccountSessions, [session(1, true), session(2, false)])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('Firefox on Windows')).toBeVisible()
  await expect.element(others).toBeEnabled()
})

test('names sessions of the same browser by when they began', async () => {
  reply(listAccountSessions, [
    session(1, true),
    session(2, false),
    { ...session(3, false), created_at: later },
  ])
  renderPart(<SessionsSection />)
  for (const at of [now, later]) {
    const name = `Sign out Firefox on Windows, signed in ${fullDate(at)}`
    await expect.element(page.getByRole('button', { name })).toBeVisible()
  }
})

test('signs out one other browser, which the list names', async () => {
  reply(listAccountSessions, [session(1, true), session(2, false)])
  reply(endAccountSession)
  renderPart(<SessionsSection />)
  await page.getByRole('button', { name: /^Sign out Firefox on Windows/ }).click()
  const question = page.getByRole('dialog', { name: 'Sign out Firefox on Windows?' })
  reply(listAccountSessions, [session(1, true)])
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByText('Firefox on Windows was signed out')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Firefox on Windows' })).not.toBeInTheDocument()
  expect(sent(endAccountSession)).toMatchObject([{ params: { id: '2' } }])
  await expect
    .element(page.getByRole('button', { name: /^Sign out Chromium on Linux/ }))
    .not.toBeInTheDocument()
})
