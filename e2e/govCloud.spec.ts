import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId, createApp } from './people.ts'
import { heading } from './screen.ts'
import { productionTable, listVersions } from './versions.ts'

// The developer site is set, so that only the government cloud can be the reason it's missing.

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
      await page.goto(`/developer_apps/${await appId(api, 'Site Sync')}`)
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
    'the app page follows every rule of government cloud on each tab',
    { tag: ['@CONF-02', '@CONF-18', '@PROM-08', '@MAN-06', '@CRED-08', '@ROLE-19'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = { id: await appId(api, 'Permit Pilot'), name: 'Permit Pilot' }
      const go = (tab: string) =>
        page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name: tab }).click()
      const { body } = await api.get(`/api/v1/developer_app_permissions?developer_app_id=${app.id}`)
      expect(body).toMatchObject({
        isFedramp: true,
        canGenerateSandbox: false,
        canGenerateFakeSandbox: false,
      })

      await page.goto(`/developer_apps/${app.id}`)
      await expect(page.getByRole('region', { name: 'Installation keys' }).getByRole('term')).toHaveText([
        /^Production app version key/,
      ])
      await expect(page.getByRole('button', { name: 'Promote' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Add component' }).click()
      const drawer = page.getByRole('dialog', { name: 'Add component' })
      await expect(drawer.getByRole('radio')).toHaveCount(1)
      await expect(drawer.getByRole('radio', { name: 'Full screen' })).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Cancel' }).click()
      await expect(drawer).toBeHidden()

      await go('Versions')
      await expect(page.getByRole('region', { name: 'Manifests' })).toBeVisible()
      await expect(page.getByRole('tab')).toHaveCount(0)

      await go('OAuth Credentials')
      await expect(page.getByRole('region', { name: 'Production' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Sandbox' })).toHaveCount(0)

      await go('Collaborators')
      await page.getByRole('button', { name: 'View Permission Details' }).click()
      const matrix = page.getByRole('dialog', { name: 'Permission Details' })
      await expect(matrix.getByRole('row')).toHaveCount(9)
      await expect(matrix).not.toContainText(/sandbox/i)
      await page.keyboard.press('Escape')
      await expect(matrix).toBeHidden()

      await go('Settings')
      await page.getByRole('button', { name: 'Delete app' }).click()
      const question = page.getByRole('dialog', { name: `Delete ${app.name}?` })
      await expect(question).toBeVisible()
      await expect(question).not.toContainText(/sandbox/i)
    },
  )

  test(
    'a new app opens at once without a sandbox, and its version is created in production',
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
      expect(await listVersions(api, app, 'Sandbox')).toEqual([])

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

  test(
    'the cards ask for release notes like the JSON editor, and a refused release keeps them',
    { tag: ['@PROM-08', '@PROM-16'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const app = { id: await createApp(api, 'Tower Cards'), name: 'Tower Cards' }
      const first = { developer_app_id: app.id, manifest: { content: manifestWith('fullscreen', {}) } }
      const version = { ...first, semantic_version: '1.0.0', changelog: 'First.' }
      expect((await api.post('/api/v1/app_versioned_manifests', version)).status).toBe(201)
      await page.goto(`/developer_apps/${app.id}`)
      await page.getByRole('button', { name: 'Create version' }).click()
      const form = page.getByRole('dialog', { name: 'Save a new version of Tower Cards' })
      await form.getByRole('textbox', { name: 'Version number' }).fill('3.0.0')
      const createVersion = async () => {
        await form.getByRole('button', { name: 'Create version' }).click()
        await page
          .getByRole('dialog', { name: 'Create version 3.0.0?' })
          .getByRole('button', { name: 'Create version 3.0.0' })
          .click()
      }
      await createVersion()
      const release = page.getByRole('dialog', { name: 'Create version 3.0.0 in production' })
      await expect(release).toContainText('Same as version 1.0.0 in production.')
      await release.getByLabel('Release notes').fill('Two steps at once.')
      await page.route('**/api/v1/app_versioned_manifests', (route) => route.abort(), { times: 1 })
      await release.getByRole('button', { name: 'Create in production' }).click()
      await expect(release).toBeHidden()
      await expect(form.getByRole('alert')).toContainText('Something went wrong when saving the new version.')
      await createVersion()
      await expect(release.getByLabel('Release notes')).toHaveValue('Two steps at once.')
      await release.getByRole('button', { name: 'Create in production' }).click()
      await expect(form).toBeHidden()
      const [newest] = await listVersions(api, app, 'ProductionEnvironment')
      expect(newest).toMatchObject({ semantic_version: '3.0.0', changelog: 'Two steps at once.' })
    },
  )

  test(
    'the server refuses what its pages do not offer',
    { tag: ['@SHELL-14'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto('/account')
      const id = await appId(api, 'Site Sync')
      for (const call of ['sandbox_requests', 'fake_sandbox']) {
        expect((await api.post(`/api/v1/developer_apps/${id}/${call}`)).status, call).toBe(404)
      }
      const refused = await api.post('/api/v1/app_versioned_manifests', {
        developer_app_id: id,
        manifest: { content: manifestWith('sidepanel', { views: ['rfi.detail'] }) },
        semantic_version: '9.0.0',
        changelog: 'A side panel.',
      })
      expect(refused.status).toBe(422)
      expect((refused.body as { errors: string[] }).errors).toContain(
        "Side panel components aren't available in government cloud.",
      )
    },
  )
})
