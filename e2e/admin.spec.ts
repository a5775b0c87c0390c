import { expect, test, type Page } from './fixtures.ts'
import { demoEmail, developerId, newPerson, register } from './people.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const right = (page: Page, name: string) => page.getByRole('switch', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const table = (page: Page) => page.getByRole('table', { name: 'Developers' })
const firstNames = (page: Page) => table(page).getByRole('row').locator('td:first-child')

test.beforeEach(async ({ signIn }) => signIn('staff'))

test('every page of the admin area has breadcrumbs: Admin, its list, itself', async ({ page, signIn }) => {
  await signIn('staff')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const places: [path: string, crumbs: string[]][] = [
    ['/admin/developers', ['Admin', 'Developers']],
    ['/admin/developers/1/edit', ['Admin', 'Developers', 'Olivia Okafor']],
    ['/admin/developer_apps/review_queue', ['Admin', 'Developer Apps', 'Review Queue']],
    ['/admin/developer_apps/1', ['Admin', 'Developer Apps', 'Site Sync']],
  ]
  for (const [path, labels] of places) {
    await page.goto(path)
    await expect(crumbs.getByRole('listitem')).toHaveText(labels)
    await expect(crumbs.locator('[aria-current="page"]')).toHaveText(labels.at(-1) ?? '')
  }
})

test.describe('the list of developers', () => {
  test(
    'shows name, company, email and platform id; a row leads to the edit page',
    { tag: ['@ADEV-01', '@ADEV-02', '@ADEV-07'] },
    async ({ page, api }) => {
      await page.goto('/admin/developers')
      await expect(table(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Company',
        'Email',
        'Trestle ID',
      ])
      const row = table(page).getByRole('row', { name: /Olivia Okafor/ })
      await expect(row.getByRole('cell')).toHaveText([
        'Olivia Okafor',
        'Siteline Software',
        'owner@demo.test',
        '41001',
      ])
      await expect(
        table(page)
          .getByRole('row', { name: /Sten Granberg/ })
          .getByRole('cell')
          .last(),
      ).toHaveText('N/A')
      await row.getByRole('link', { name: 'Olivia Okafor' }).click()
      await expect(page).toHaveURL(`/admin/developers/${await developerId(api, demoEmail('owner'))}/edit`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit - Olivia Okafor')
    },
  )

  test(
    'sorts by every column: ascending, descending, unsorted',
    { tag: ['@ADEV-07', '@CONST-06'] },
    async ({ page }) => {
      await page.goto('/admin/developers?filters[search]=demo.test')
      for (const name of ['Name', 'Company', 'Email', 'Trestle ID']) {
        const header = table(page).getByRole('columnheader', { name })
        for (const order of ['ascending', 'descending', 'none']) {
          await header.getByRole('button').click()
          await expect(header).toHaveAttribute('aria-sort', order)
        }
      }
      const name = table(page).getByRole('columnheader', { name: 'Name' })
      await name.getByRole('button').click()
      await expect(page).toHaveURL(/sort=name/)
      await expect(firstNames(page).first()).toHaveText('Adrian Castellanos')
      await name.getByRole('button').click()
      await expect(page).toHaveURL(/sort=-name/)
      await expect(firstNames(page).last()).toHaveText('Adrian Castellanos')
      await page.goBack()
      await expect(firstNames(page).first()).toHaveText('Adrian Castellanos')
    },
  )

  test(
    'can be searched, says when nothing matches, and is paged',
    { tag: ['@ADEV-03', '@ADEV-04'] },
    async ({ page }) => {
      await page.goto('/admin/developers')
      const box = page.getByRole('searchbox', { name: 'Search developers' })
      await box.fill('kilnworks')
      await expect(firstNames(page)).toHaveText(['Paola Ricci'])
      await box.fill('nobody at all')
      await expect(page.getByRole('main')).toContainText('No matches')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(box).toHaveValue('')
      await expect(table(page).getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()

      const pages = page.getByRole('navigation', { name: 'Pages' })
      await expect(pages.getByLabel('Rows per page')).toHaveValue('50')
      await pages.getByLabel('Rows per page').selectOption('10')
      await expect(page).toHaveURL(/per_page=10/)
      await page.reload()
      await expect(pages.getByLabel('Rows per page')).toHaveValue('10')
    },
  )
})

test.describe('the page of a developer', () => {
  test(
    'shows the profile, platform roles, apps and last sign-in',
    { tag: ['@ADEV-06'] },
    async ({ page, api }) => {
      await page.goto(`/admin/developers/${await developerId(api, demoEmail('owner'))}/edit`)
      await expect(page).toHaveTitle('Edit - Olivia Okafor · Trestle')
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')).toHaveText([
        'Admin',
        'Developers',
        'Olivia Okafor',
      ])
      await expect(field(page, 'First name')).toHaveValue('Olivia')
      await expect(field(page, 'Company')).toHaveValue('Siteline Software')
      await expect(field(page, 'Email address')).toHaveValue('owner@demo.test')
      await expect(field(page, 'Trestle ID')).toHaveValue('41001')
      await expect(right(page, 'Platform admin')).not.toBeChecked()
      await expect(page.getByText('Last sign-in')).toBeVisible()
      const apps = page.getByRole('table', { name: 'Apps' })
      await expect(apps.getByRole('row', { name: /Site Sync/ })).toContainText('Owner')
      await expect(save(page)).toBeDisabled()
      await expect(save(page)).toHaveAccessibleDescription('There are no changes to save.')
    },
  )

  test(
    'grants employee, partner and admin with immediate effect',
    { tag: ['@ACC-07', '@ACC-04'] },
    async ({ page, api, browser, baseURL }) => {
      const person = newPerson()
      await register(api, person)
      await page.goto(`/admin/developers/${await developerId(api, person.email)}/edit`)
      for (const name of ['Platform admin', 'Employee', 'Partner']) await right(page, name).check()
      await field(page, 'Company').fill('Brandt Survey')
      await save(page).click()
      await expect(page.getByRole('status').filter({ hasText: 'Developer updated!' })).toBeVisible()
      await expect(save(page)).toBeDisabled()

      const theirs = await browser.newPage({ baseURL: baseURL ?? '' })
      await theirs.goto('/signin')
      await theirs.getByLabel('Email address').fill(person.email)
      await theirs.getByRole('textbox', { name: 'Password' }).fill(person.password)
      await theirs.keyboard.press('Enter')
      await expect(theirs.getByRole('banner').getByRole('button', { name: 'Admin' })).toBeVisible()

      await right(page, 'Platform admin').uncheck()
      await save(page).click()
      await expect(save(page)).toBeDisabled()
      await theirs.goto('/admin/developers')
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await theirs.close()
    },
  )

  test(
    'does not let admins remove their own admin right, and says why',
    { tag: ['@ACC-07'] },
    async ({ page, api }) => {
      await page.goto(`/admin/developers/${await developerId(api, demoEmail('staff'))}/edit`)
      const own = right(page, 'Platform admin')
      await expect(own).toBeChecked()
      await expect(own).toBeDisabled()
      await expect(own).toHaveAccessibleDescription(
        "You can't remove your own admin rights. Ask another admin to do it.",
      )
      await expect(right(page, 'Partner')).toBeEnabled()
    },
  )

  test(
    "shows a conflict with another user's value beside its field",
    { tag: ['@ADEV-06'] },
    async ({ page, api }) => {
      const person = newPerson()
      await register(api, person)
      await page.goto(`/admin/developers/${await developerId(api, person.email)}/edit`)
      await field(page, 'Email address').fill(demoEmail('owner'))
      await field(page, 'Trestle ID').fill('12a')
      await save(page).click()
      await expect(page.getByRole('alert')).toContainText('Trestle ID: Use digits only, at most 15')
      await field(page, 'Trestle ID').fill('')
      await save(page).click()
      await expect(field(page, 'Email address')).toHaveAccessibleDescription(
        /^Another developer already has this email address\./,
      )
      await expect(field(page, 'Email address')).toHaveValue(demoEmail('owner'))
    },
  )

  test('that someone else saved in the meantime can be reloaded or overwritten', async ({ page, api }) => {
    const person = newPerson()
    await register(api, person)
    const id = await developerId(api, person.email)
    await page.goto(`/admin/developers/${id}/edit`)
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
    await expect(field(page, 'Company')).toHaveValue('')
    await api.patch(`/api/v1/admin/developers/${id}`, { company_name: 'Theirs' })
    await field(page, 'Company').fill('Mine')
    await save(page).click()
    await dialog.getByRole('button', { name: 'Overwrite' }).click()
    await expect(dialog).toBeHidden()
    await api.patch(`/api/v1/admin/developers/${id}`, { company_name: 'Theirs again' })
    await field(page, 'Company').fill('Mine again')
    await save(page).click()
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await expect(field(page, 'Company')).toHaveValue('Theirs again')
  })

  test('does not exist for an unknown or malformed id', async ({ page }) => {
    for (const id of ['999999', 'olivia']) {
      await page.goto(`/admin/developers/${id}/edit`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    }
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Apps')
  })
})

test(
  'only platform admins can open the developer screens',
  { tag: ['@ADEV-05'] },
  async ({ page, signIn, api }) => {
    await signIn('employee')
    for (const path of ['/admin/developers', '/admin/developers/1/edit']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    }
    expect((await api.get('/api/v1/admin/developers')).status).toBe(403)
  },
)
