import { expect, expectAccessible, test } from './fixtures.ts'
import { createApp } from './people.ts'
import { card, expectBuilding, generateFake } from './sandboxes.ts'
import { heading } from './screen.ts'
import { announcement } from './versions.ts'

test(
  'while its sandbox is being built, an app can be renamed, shared, given a fake sandbox and deleted',
  { tag: ['@APP-22', '@SBX-09', '@SBX-14', '@SBX-15', '@paused'] },
  async ({ page, signIn, api }) => {
    await signIn('stranger')
    const id = await createApp(api, 'Slow Hoist')
    const go = (name: string) =>
      page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name, exact: true }).click()
    await page.goto(`/developer_apps/${id}`)
    await expectBuilding(page)
    await expectAccessible(page)

    await go('Settings')
    await page.getByRole('textbox', { name: 'Public name' }).fill('Hoist')
    await page.getByRole('textbox', { name: 'Internal name' }).fill('Slow Hoist 2')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(heading(page)).toHaveText('Slow Hoist 2')
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    await expect(card(page)).toHaveCount(0)

    await go('Collaborators')
    await page.getByRole('button', { name: 'Add Another User' }).click()
    const invitation = page.getByRole('dialog', { name: 'Add Another User' })
    await invitation.getByLabel('Email address').fill('hoist.operator@demo.test')
    await invitation.getByRole('radio', { name: 'Developer' }).check()
    await invitation.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('main')).toContainText('hoist.operator@demo.test')

    await go('Versions')
    await expectBuilding(page)
    await generateFake(page).click()
    await expect(page.getByText('No versions yet')).toBeVisible()
    await go('Settings')
    await page.getByRole('button', { name: 'Delete app' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Slow Hoist 2?' })
    await question.getByRole('textbox').fill('Slow Hoist 2')
    await question.getByRole('button', { name: 'Delete app' }).click()
    await expect(page).toHaveURL('/developer_apps')
    expect((await api.get(`/api/v1/developer_apps/${id}`)).status).toBe(404)
  },
)
