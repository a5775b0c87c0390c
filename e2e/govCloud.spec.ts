import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'
import { heading } from './screen.ts'
import { productionTable, listVersions } from './versions.ts'

// The developer site is set, so that only government cloud can be the reason it's missing.

test.describe.configure({ timeout: 180_000 })

const manifestWith = (component: string, more: object) =>
  JSON.stringify({
    schema_version: '4.1',
    [component]: { source_url: 'https://tower.example.test/log', description: '', ...more },
  })

const expectBadge = (page: Page, label: string) =>
  expect(page.getByRole('region', { name: 'Version 0.1.0' })).toContainText(label)

test.describe('in government cloud', { tag: ['@SHELL-10', '@SHELL-14', '@government'] }, () => {
  test(
    'the home page promises no sandbox, offers no Developer Site and opens the Rest API in a new tab',
    { tag: ['@SHELL-05', '@SHELL-06', '@SBX-23'] },
    async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
      await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
      await page.getByRole('banner').getByRole('button', { name: 'Reference' }).click()
      const entries = page.getByRole('menu', { name: 'Reference' }).getByRole('menuitem')
      await expect(entries).toHaveText(['Rest API (opens in a new tab)', 'Changelog'])
      const opened = page.waitForEvent('popup')
      await entries.first().click()
      const tab = await opened
      await expect(tab).toHaveURL('/reference/rest/docs/rest-api-overview')
      await expect(heading(tab)).toBeVisible()
      await expect(page).toHaveURL('/')
    },
  )

  test(
    'no tab mentions a sandbox on an app with one',
    { tag: ['@SHELL-12', '@SBX-23'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto(`/developer_apps/${await findAppId(api, 'Site Sync')}`)
      const tabs = page.getByRole('navigation', { name: 'App pages' }).getByRole('link')
      await expect(tabs.first()).toBeVisible()
      for (const name of await tabs.allTextContents()) {
        await test.step(name, async () => {
          await tabs.filter({ hasText: name }).click()
          await expect(page).toHaveTitle(new RegExp(`^${name} · Site Sync`))
          await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
          await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
          await expect(page.getByRole('tab', { name: 'Sandbox' })).toHaveCount(0)
          await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
        })
      }
    },
  )

  test(
    'a new app opens immediately without a sandbox, and its version is created in production',
    { tag: ['@APP-15', '@MAN-06', '@PROM-08', '@SBX-23'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      await page.goto('/developer_apps?create=true')
      const create = page.getByRole('dialog', { name: 'Create an app' })
      await create.getByLabel('App Name').fill('Tower Panel')
      await create.getByRole('button', { name: 'Create App' }).click()
      await expect(page).toHaveURL(/\/developer_apps\/\d+$/)
      await expect(heading(page)).toHaveText('Tower Panel')
      const { body } = await api.get(`/api/v1${new URL(page.url()).pathname}`)
      expect(body).toMatchObject({ internal_name: 'Tower Panel', sandbox: null })
      const app = { id: (body as { id: number }).id, name: 'Tower Panel' }
      await expect(page.getByRole('region', { name: 'No version yet' })).toContainText('Draft')
      await page.getByRole('button', { name: 'Edit as JSON' }).click()
      const editor = page.getByRole('dialog', { name: 'Create New Version of Tower Panel' })
      await editor.getByRole('button', { name: 'Insert' }).click()
      await expect(page.getByRole('menuitem', { name: 'Insert Full screen component' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: /side panel/i })).toHaveCount(0)
      await page.keyboard.press('Escape')

      const json = editor.getByRole('textbox', { name: 'Manifest, JSON' })
      await json.fill(manifestWith('sidepanel', { views: ['rfi.detail'] }))
      await expect(editor).toContainText("Side panel components aren't available in government cloud.")
      await expect(editor.getByRole('button', { name: 'Create version' })).toBeDisabled()
      await json.fill(manifestWith('fullscreen', {}))
      await expect(editor.getByRole('status').filter({ hasText: 'Validation passed' })).toBeVisible()
      await editor.getByRole('button', { name: 'Create version' }).click()
      const release = page.getByRole('dialog', { name: 'Create version 0.1.0 in production' })
      const notes = release.getByLabel('Release notes')
      await expect(release).toContainText('None. The app has no service account.')
      await expect(notes).toBeFocused()
      await release.getByRole('button', { name: 'Create in production' }).click()
      await expect(notes).toHaveAccessibleDescription(/This field is required/)
      await expectAccessible(page)
      expect(await listVersions(api, app, 'ProductionEnvironment')).toEqual([])
      await notes.fill('The tower log, on one screen.')
      await release.getByRole('button', { name: 'Create in production' }).click()
      await expect(editor).toBeHidden()
      await expectBadge(page, 'Promoted')
      expect(await listVersions(api, app, 'ProductionEnvironment')).toMatchObject([
        { semantic_version: '0.1.0', changelog: 'The tower log, on one screen.' },
      ])
      await expect(page.getByRole('button', { name: 'Promote' })).toHaveCount(0)
      const filters = `filters[developer_app_id]=${app.id}&filters[versionable_type]=Sandbox`
      expect((await api.get(`/api/v1/manifests?${filters}`)).status).toBe(404)

      await page.goto(`/developer_apps/${app.id}/versions`)
      await expect(page.getByRole('tab')).toHaveCount(0)
      await expect(productionTable(page).getByRole('row')).toHaveCount(2)
      await productionTable(page).getByRole('button', { name: 'Submit for Review: version 0.1.0' }).click()
      const form = page.getByRole('dialog', { name: 'Submit version 0.1.0 for review' })
      await form.getByLabel('Notes for the reviewer').fill('Nothing to sign in to.')
      await form.getByRole('button', { name: 'Submit for Review' }).click()
      await expect(form).toBeHidden()
      await page.goto(`/developer_apps/${app.id}`)
      await expectBadge(page, 'Under Review')
    },
  )
})
