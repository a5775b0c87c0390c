import { deleteContact } from '@trestle/domain/apps/contacts/contract.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession, now } from '../../testing/build.ts'
import { refuseInBackground, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { AdminContacts } from './AdminContacts.tsx'

const kim = {
  id: 5,
  name: 'Kim Vance',
  email: 'kim@example.test',
  links: { edit: '/admin/developer_apps/7/contacts/5/edit' },
  updated_at: now,
}
const remove = page.getByRole('button', { name: 'Remove Kim Vance' })
const dialog = page.getByRole('dialog', { name: 'Remove Kim Vance?' })

function render(contacts = [kim]) {
  renderPart(<AdminContacts app={buildAdminApp({ contacts })} onFailure={() => {}} />, {
    session: buildAdminSession(),
  })
}

test('says that there are no contacts, and links to a new one', async () => {
  render([])
  await expect.element(page.getByText('No contacts yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'New integration request contact' }))
    .toHaveAttribute('href', '/admin/developer_apps/7/contacts/new')
})

test('removes a contact after a confirmation', async () => {
  reply(deleteContact)
  render()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove contact' }).click()
  await expect.element(page.getByText('Contact removed')).toBeVisible()
  expect(sent(deleteContact)).toMatchObject([{ params: { id: '7', contact_id: '5' } }])
})

test('a contact that is gone already counts as removed', async () => {
  refuseInBackground(deleteContact, { code: 'not_found', message: 'Contact not found.' })
  render()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove contact' }).click()
  await expect.element(page.getByText('Contact removed')).toBeVisible()
})

test('reports why a contact was not removed', async () => {
  refuseInBackground(deleteContact, { code: 'unavailable', message: 'Try again in a minute.' })
  const failures: unknown[] = []
  renderPart(
    <AdminContacts
      app={buildAdminApp({ contacts: [kim] })}
      onFailure={(failure) => failures.push(failure?.message)}
    />,
    { session: buildAdminSession() },
  )
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove contact' }).click()
  await expect.poll(() => failures).toEqual([undefined, 'Try again in a minute.'])
})

/** Shows the app without the contact a moment after the removal, as its page does once it has loaded the app again. */
function Example() {
  const [contacts, setContacts] = useState([kim])
  const update = () => setTimeout(() => setContacts([]), 100)
  return <AdminContacts app={buildAdminApp({ contacts })} onFailure={update} />
}

test('moves the focus to the heading once the contact is gone', async () => {
  reply(deleteContact)
  renderPart(<Example />, { session: buildAdminSession() })
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove contact' }).click()
  await expect.element(page.getByText('No contacts yet.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Contacts' })).toHaveFocus()
})
