import { inviteByApi, openCollaborators, rowOf } from './collaborators.ts'
import { expect, test } from './fixtures.ts'
import { newApp } from './versions.ts'

test('the menu of a row is in sight on a phone, and opens (COLL-07)', async ({
  page,
  signIn,
  api,
  mailTo,
}) => {
  await signIn('owner')
  const app = await newApp(api)
  await inviteByApi({ api, signIn, mailTo }, app, 'a.rather.long.name@example.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await openCollaborators(page, app)
  const menu = rowOf(page, 'a.rather.long.name').getByRole('button', { name: /^Actions for/ })
  await expect(menu).toBeInViewport({ ratio: 1 })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Cancel Invitation' })).toBeInViewport({ ratio: 1 })
})
