import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'

const popover = page.getByRole('dialog', { name: 'Notifications' })

test('says that there are no notifications', async () => {
  reply(listNotifications, [])
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect.element(popover.getByText('No Notifications.')).toBeVisible()
})

test('does not show a failed load as an empty list', async () => {
  refuse(listNotifications, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect.element(popover.getByRole('alert')).toBeVisible()
  await expect.element(popover.getByText('No Notifications.')).not.toBeInTheDocument()
})

test('Escape closes the notifications and returns the focus to the bell', async () => {
  reply(listNotifications, [])
  renderPart(<NotificationsMenu />)
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await bell.click()
  await expect.element(popover.getByText('No Notifications.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
})
