import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const main = page.getByRole('main')
const steps = main.getByRole('heading', { level: 2 })
const href = (name: string) => main.getByRole('link', { name }).element().getAttribute('href')

test('leads visitors to an account, and to what they can read without one', async () => {
  renderPage(paths.home(), { session: buildSignedOutSession() })
  await expect.poll(() => texts(steps)).toHaveLength(3)
  await expect.element(main.getByText(/sandbox/).first()).toBeVisible()
  expect(['Sign Up', 'Sign In', 'Rest API', 'Documentation', 'Marketplace'].map(href)).toEqual([
    paths.signUp(),
    paths.signIn(),
    paths.restOverview(),
    paths.documentation(),
    paths.marketplace(),
  ])
})
