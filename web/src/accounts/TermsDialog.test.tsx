import { getSession, updateAccount } from '@trestle/domain/accounts/contract.ts'
import { deleteAccount, exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { acceptTerms } from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import {
  buildAccountExport,
  buildDeveloper,
  buildSession,
  buildSignedOutSession,
  later,
} from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { watchSavedFiles } from '../../testing/savedFiles.ts'
import { renderPart } from '../../testing/render.tsx'
import { useSession } from '../http/session.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { TermsDialog } from './TermsDialog.tsx'

const dialog = page.getByRole('dialog', { name: 'The terms have changed' })
const accept = dialog.getByRole('button', { name: 'Accept the terms' })

test('accepts the current version of the terms', async () => {
  reply(acceptTerms)
  reply(getSession, buildSession())
  renderPart(<TermsDialog opened />, { session: { ...buildSession(), terms_due: true } })
  await expect
    .element(dialog.getByRole('link', { name: /terms and conditions/ }))
    .toHaveAttribute('href', '/terms_and_conditions')
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await expectAccessible()
  await accept.click()
  await expect.poll(() => sent(acceptTerms)).toMatchObject([{ body: { version: termsVersion } }])
  // The page then loads the session again.
  await expect.poll(() => sent(getSession)).toHaveLength(1)
})

test('says why the terms were not accepted', async () => {
  refuse(acceptTerms, { code: 'conflict', message: 'The terms have changed. Reload the page.' })
  renderPart(<TermsDialog opened />, { session: { ...buildSession(), terms_due: true } })
  await accept.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The terms have changed. Reload the page.')
})

test('someone who refuses the terms can export their data and delete their account', async () => {
  reply(exportAccount, buildAccountExport())
  reply(deleteAccount)
  reply(getSession, buildSignedOutSession())
  renderPart(<TermsDialog opened />, { session: { ...buildSession(), terms_due: true } })
  const saved = watchSavedFiles()
  const exporting = hold(exportAccount)
  const exportButton = dialog.getByRole('button', { name: 'export your data' })
  await exportButton.click()
  await expect.element(exportButton).toHaveAttribute('aria-busy', 'true')
  await exportButton.click()
  exporting.release()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['trestle-account.json'])
  expect(sent(exportAccount), 'a second click').toHaveLength(1)
  await dialog.getByRole('button', { name: 'delete your account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  // They can't transfer or delete apps themselves before they accept the terms.
  await expect.element(question.getByRole('link', { name: 'support' })).toBeVisible()
  await expectAccessible()
  await question.getByRole('textbox').fill('dana@example.test')
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect.poll(() => sent(deleteAccount)).toMatchObject([{ body: { email: 'dana@example.test' } }])
  await expect.poll(() => sent(getSession)).toHaveLength(1)
})

test('someone who decides against the deletion is back at the terms', async () => {
  renderPart(<TermsDialog opened />, { session: { ...buildSession(), terms_due: true } })
  const remove = dialog.getByRole('button', { name: 'delete your account' })
  await remove.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(remove).toHaveFocus()
  await expect.element(accept).toBeVisible()
})

test('staff who have to set up a second factor first can only accept the terms or sign out', async () => {
  const enrollment = { due_at: later, is_due: true }
  const session = { ...buildSession(), terms_due: true, factor_enrollment: enrollment }
  renderPart(<TermsDialog opened />, { session })
  await expect.element(dialog.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect.element(dialog.getByText('delete your account')).not.toBeInTheDocument()
})

const developer = buildDeveloper()

/** A page on which someone works, below the dialog that the shell shows while the terms are due. */
function Working() {
  return (
    <>
      <ProfileForm developer={developer} />
      <TermsDialog opened={useSession().terms_due} />
    </>
  )
}

test('a call that is refused until the terms are accepted goes on then, and nothing typed is lost', async () => {
  const firstName = page.getByRole('textbox', { name: 'First name' })
  refuse(updateAccount, { code: 'terms_not_accepted', message: 'The terms have changed.' })
  reply(getSession, { ...buildSession(), terms_due: true })
  renderPart(<Working />, { session: buildSession() })
  await firstName.fill('Dee')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog).toBeVisible()
  await expect.element(firstName).toHaveValue('Dee')
  reply(acceptTerms)
  reply(getSession, buildSession())
  reply(updateAccount, { ...developer, first_name: 'Dee', updated_at: later })
  await accept.click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(updateAccount)).toHaveLength(2)
})
