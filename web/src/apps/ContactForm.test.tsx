import { createContact, updateContact } from '@trestle/domain/apps/contacts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { later, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { EditContactForm, NewContactForm } from './ContactForm.tsx'

const contact = {
  id: 5,
  name: 'Kim Vance',
  email: 'kim@example.test',
  links: { edit: '/admin/developer_apps/7/contacts/5/edit' },
  updated_at: now,
}
const name = page.getByRole('textbox', { name: 'Name' })
const email = page.getByRole('textbox', { name: 'Email address' })

test('adds a contact', async () => {
  const messages: string[] = []
  reply(createContact, contact)
  renderPart(<NewContactForm appId={7} onSaved={async (message) => void messages.push(message)} />)
  await name.fill('Kim Vance')
  await email.fill('kim@example.test')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect.poll(() => messages).toEqual(['Contact added'])
  expect(sent(createContact)).toMatchObject([{ body: { name: 'Kim Vance', email: 'kim@example.test' } }])
})

test.each([
  ['a new contact', () => <NewContactForm appId={7} onSaved={async () => undefined} />],
  [
    'a changed contact',
    () => <EditContactForm appId={7} contact={contact} onSaved={async () => undefined} />,
  ],
])('asks before it discards %s', async (_, build) => {
  const closeTab = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  renderPart(build())
  await expect.element(name).toBeVisible()
  expect(closeTab(), 'nothing typed').toBe(false)
  await name.fill('Kimmy')
  expect(closeTab()).toBe(true)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(name).toHaveValue('Kimmy')
})

test('shows an error for every missing or invalid field', async () => {
  renderPart(<NewContactForm appId={7} onSaved={async () => undefined} />)
  await email.fill('kim')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect.element(page.getByText('There are 2 problems to correct')).toBeVisible()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
})

test('keeps a refused contact in the form', async () => {
  refuse(createContact, { code: 'conflict', message: 'An app has 50 contacts at most.' })
  renderPart(<NewContactForm appId={7} onSaved={async () => undefined} />)
  await name.fill('Kim Vance')
  await email.fill('kim@example.test')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Could not save' })
  await expect.element(refusal).toMatchTextContent('An app has 50 contacts at most.')
  await expect.element(name).toHaveValue('Kim Vance')
  await refusal.getByRole('button').click()
  await expect.element(refusal).not.toBeInTheDocument()
})

test('a stale change asks, and Reload shows the stored version', async () => {
  const current = { ...contact, name: 'Kimberly Vance', updated_at: later }
  refuse(updateContact, { code: 'conflict', message: 'Someone else changed this.', current })
  renderPart(<EditContactForm appId={7} contact={contact} onSaved={async () => undefined} />)
  await name.fill('Kimmy')
  await page.getByRole('button', { name: 'Save contact' }).click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(name).toHaveValue('Kimberly Vance')
})

test('Overwrite replaces only what the user edited', async () => {
  const current = { ...contact, email: 'vance@example.test', updated_at: later }
  refuse(updateContact, { code: 'conflict', message: 'Someone else changed this.', current })
  renderPart(<EditContactForm appId={7} contact={contact} onSaved={async () => undefined} />)
  await name.fill('Kimmy')
  await page.getByRole('button', { name: 'Save contact' }).click()
  const overwrite = page.getByRole('button', { name: 'Overwrite' })
  await expect.element(overwrite).toBeVisible()
  reply(updateContact, { ...current, name: 'Kimmy' })
  await overwrite.click()
  await expect.element(email).toHaveValue('vance@example.test')
  expect(sent(updateContact).map(({ body }) => body)).toEqual([
    { name: 'Kimmy', if_unchanged_since: now },
    { name: 'Kimmy', if_unchanged_since: later },
  ])
})
