import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const main = page.getByRole('main')
const steps = main.getByRole('heading', { level: 2 })
const href = (name: string) => main.getByRole('link', { name, exact: true }).element().getAttribute('href')

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

test('each step leads to its page of the documentation, and a call and its reply show how the API is used', async () => {
  renderPage(paths.home(), { session: buildSignedOutSession() })
  await expect.element(main.getByText(/^curl /)).toBeVisible()
  await expect.element(main.getByText(/"Harbor Street Parking Structure"/)).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Copy code' })).toBeVisible()
  expect(['Getting started', 'Sandboxes', 'Marketplace review', 'Your first API call'].map(href)).toEqual(
    ['getting-started', 'sandboxes', 'marketplace-review', 'first-api-call'].map(paths.documentation),
  )
})

test('in government cloud nothing mentions a sandbox', { tags: ['SBX-23'] }, async () => {
  renderPage(paths.home(), { session: buildSignedOutSession({ flags: { gov_cloud: true } }) })
  await expect.poll(() => texts(steps)).toHaveLength(2)
  expect(main.element().textContent).not.toMatch(/sandbox/i)
})
