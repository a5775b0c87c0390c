import { signOut } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildDeveloper } from '../../testing/build.ts'
import { refuse } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { AccountMenu } from './AccountMenu.tsx'

const trigger = page.getByRole('button', { name: 'Account menu of Dana Reyes' })
const item = (name: string) => page.getByRole('menuitem', { name })

test('Escape closes the menu and returns the focus', async () => {
  renderPart(<AccountMenu developer={buildDeveloper()} />)
  await trigger.click()
  await expect.element(item('Sign Out')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('a refused sign-out shows the error and stays on the page', async () => {
  refuse(signOut, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<AccountMenu developer={buildDeveloper()} />)
  await trigger.click()
  await item('Sign Out').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in a minute.')
  await expect.element(trigger).toBeVisible()
})

test('the arrow keys move through the menu from its first entry', async () => {
  renderPart(<AccountMenu developer={buildDeveloper()} />)
  await expect.element(trigger).toBeVisible()
  trigger.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Account')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Dark mode' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Sign Out')).toHaveFocus()
})
