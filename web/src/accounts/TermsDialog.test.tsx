import { getSession } from '@trestle/domain/accounts/contract.ts'
import { acceptTerms } from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
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
