import { expect, test, type Page } from './fixtures.ts'
import { registerConfirmed, demoEmail } from './people.ts'
import { expectSaved, heading } from './screen.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const right = (page: Page, name: string) => page.getByRole('switch', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })

test(
  'staff find a developer and grant employee, partner and admin with immediate effect',
  { tag: ['@ADEV-02', '@ADEV-03', '@ADEV-06', '@ACC-07', '@ACC-04'] },
  async ({ page, signIn, api, mailTo, browser, baseURL }) => {
    const person = await registerConfirmed(api, mailTo)
    await signIn('staff')
    await page.goto('/admin/developers')
    await page.getByRole('searchbox', { name: 'Search developers' }).fill(person.email)
    const table = page.getByRole('table', { name: 'Developers' })
    await expect(table.getByRole('row')).toHaveCount(2)
    await table.getByRole('link', { name: 'Nadia Brandt' }).click()
    await expect(heading(page)).toHaveText('Edit - Nadia Brandt')
    await expect(page).toHaveTitle('Edit - Nadia Brandt · Trestle')

    await field(page, 'Email address').fill(demoEmail('owner'))
    await save(page).click()
    await expect(field(page, 'Email address')).toHaveAccessibleDescription(
      /^Another developer already has this email address\./,
    )
    await field(page, 'Email address').fill(person.email)
    for (const name of ['Platform admin', 'Employee', 'Partner']) await right(page, name).check()
    await save(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Developer updated!' })).toBeVisible()
    await expectSaved(save(page))

    const theirs = await browser.newPage({ baseURL: baseURL ?? '' })
    await theirs.goto('/signin')
    await theirs.getByLabel('Email address').fill(person.email)
    await theirs.getByRole('textbox', { name: 'Password' }).fill(person.password)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByRole('banner').getByRole('button', { name: 'Admin' })).toBeVisible()

    await right(page, 'Platform admin').uncheck()
    await save(page).click()
    await expectSaved(save(page))
    await theirs.goto('/admin/developers')
    await expect(heading(theirs)).toHaveText('Page not found')
    await theirs.close()
  },
)
