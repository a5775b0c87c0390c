import { updateAccount } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildDeveloper, later } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { ProfileForm } from './ProfileForm.tsx'

const developer = buildDeveloper()
const changedElsewhere = { ...developer, first_name: 'Dagmar', updated_at: later }
const firstName = page.getByRole('textbox', { name: 'First name' })
const save = page.getByRole('button', { name: 'Save changes' })
const staleQuestion = page.getByRole('dialog', { name: 'This was changed while you were editing' })

test('saves a changed name, then disables Save until the next change', async () => {
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  renderPart(<ProfileForm developer={developer} />)
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await firstName.fill('Dee')
  await save.click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent(updateAccount)).toMatchObject([
    { body: { first_name: 'Dee', if_unchanged_since: developer.updated_at } },
  ])
  await expect.element(save).toBeDisabled()
})

test('saves with Ctrl+S', async () => {
  reply(updateAccount, changedElsewhere)
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dagmar')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('shows an error for an empty field and focuses it, without a call', async () => {
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('  ')
  await save.click()
  await expect.element(page.getByText('There is 1 problem to correct')).toBeVisible()
  await expect.element(firstName).toHaveAccessibleDescription('This field is required')
  await page.getByRole('button', { name: 'First name: This field is required' }).click()
  await expect.element(firstName).toHaveFocus()
})

test('shows a refusal above the form and keeps the input', async () => {
  refuse(updateAccount, { code: 'not_allowed', message: 'This account is locked.' })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await save.click()
  const refusal = page.getByRole('alert').filter({ hasText: "Your changes weren't saved" })
  await expect.element(refusal).toMatchTextContent(/This account is locked/)
  await expect.element(firstName).toHaveValue('Dee')
})

test('shows the error of a refused field beside it', async () => {
  const fields = { first_name: ['First name must not hold digits'] }
  refuse(updateAccount, { code: 'invalid_input', message: 'First name must not hold digits', fields })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('D33')
  await save.click()
  await expect.element(firstName).toHaveAccessibleDescription('First name must not hold digits')
})

test('a stale save asks, and Overwrite saves over the other change', async () => {
  refuse(updateAccount, {
    code: 'conflict',
    message: 'Someone else changed this.',
    current: changedElsewhere,
  })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await save.click()
  await expect.element(staleQuestion).toBeVisible()
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  await page.getByRole('button', { name: 'Overwrite' }).click()
  await expect.element(staleQuestion).not.toBeInTheDocument()
  expect(sent(updateAccount)[1]?.body).toMatchObject({ first_name: 'Dee', if_unchanged_since: later })
})

test('a stale save asks, and Reload shows the stored version', async () => {
  refuse(updateAccount, {
    code: 'conflict',
    message: 'Someone else changed this.',
    current: changedElsewhere,
  })
  renderPart(<ProfileForm developer={developer} />)
  await firstName.fill('Dee')
  await save.click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(firstName).toHaveValue('Dagmar')
  await expect.element(save).toBeDisabled()
})

test('confirming the email in another tab is no conflict', async () => {
  const confirmed = { ...developer, updated_at: later }
  reply(updateAccount, ({ body }) => ({ ...confirmed, first_name: body.first_name ?? '' }))
  function Page() {
    const [stored, setStored] = useState(developer)
    return (
      <>
        <ProfileForm developer={stored} />
        <button type="button" onClick={() => setStored(confirmed)}>
          Return to this tab
        </button>
      </>
    )
  }
  renderPart(<Page />)
  await page.getByRole('button', { name: 'Return to this tab' }).click()
  await firstName.fill('Dee')
  await save.click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(sent(updateAccount)).toMatchObject([{ body: { first_name: 'Dee', if_unchanged_since: later } }])
})
