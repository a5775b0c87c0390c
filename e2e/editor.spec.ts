import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import {
  bareApp,
  board,
  editor,
  manifests,
  newApp,
  openEditor,
  openVersions,
  paste,
  announcement,
  sandboxTable,
  saveVersion,
  listVersions,
  writeManifest,
  type TestApp,
} from './versions.ts'

const createButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Create version' })
const numberField = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Version number' })
const status = (dialog: Locator, words: string) => dialog.getByRole('status').filter({ hasText: words })
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' })

const broken = {
  schema_version: '4.1',
  fullscreen: { source_url: 'board', description: '' },
  sidepanel: { source_url: 'https://beamlog.example/panel', description: '', views: ['rfi.detial'] },
}

async function appWith(api: Api, ...numbers: string[]): Promise<TestApp> {
  const app = await newApp(api)
  for (const number of numbers) {
    await saveVersion(api, app, number)
  }
  return app
}

test.describe('the editor of a new version', () => {
  test(
    'fills the screen, starts from the template and suggests 0.1.0',
    { tag: ['@MAN-21', '@MAN-25', '@MAN-38', '@MAN-41'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
      await expect(editor(page)).toBeFocused()
      await expect(editor(page)).toContainText('"schema_version": "4.1"')
      await expect(dialog).toContainText('Starts from the template for schema version 4.1.')
      await expect(numberField(dialog)).toHaveValue('0.1.0')
      await expect(createButton(dialog)).toBeEnabled()
      await expect(dialog).toContainText('The manifest still contains example text')
      await expect(dialog.getByRole('listitem')).toHaveText([
        'post_installation_instruction › notes',
        'post_installation_instruction › page › url',
      ])
      await writeManifest(page, board)
      await expect(dialog).not.toContainText('The manifest still contains example text')
    },
  )

  test(
    'suggests 1.5.0 after 1.4.2 and starts from the latest version',
    { tag: ['@MAN-25', '@MAN-37', '@MAN-39', '@MAN-41'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await appWith(api, '1.4.2'))
      await expect(numberField(dialog)).toHaveValue('1.5.0')
      await expect(dialog).toContainText('Starts from version 1.4.2.')
      await expect(editor(page)).toContainText('"source_url": "https://beamlog.example/board"')
    },
  )

  test(
    'saves a version at the top of the sandbox list, by its button and by Ctrl+S',
    { tag: ['@MAN-33', '@MAN-40'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await appWith(api)
      const dialog = await openEditor(page, app)
      await writeManifest(page, board)
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      await createButton(dialog).click()
      await expect(announcement(page, 'Version 0.1.0 was created.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(manifests(page).getByRole('button', { name: 'Create New Version' })).toBeFocused()

      await openEditor(page, app)
      await numberField(dialog).fill('1.0.0')
      await editor(page).click()
      await page.keyboard.press('ControlOrMeta+S')
      await expect(announcement(page, 'Version 1.0.0 was created.')).toBeVisible()
      await page.getByRole('button', { name: 'Show old versions (1)' }).click()
      await expect(sandboxTable(page).locator('tbody').getByRole('row')).toContainText(['1.0.0', '0.1.0'])
      expect((await listVersions(api, app, 'Sandbox'))[0]?.content).toMatchObject(board)
    },
  )

  test(
    "refuses an invalid number, and shows the server's message on one that is taken",
    { tag: ['@MAN-34', '@MAN-36'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await appWith(api, '1.4.2')
      const dialog = await openEditor(page, app)
      await numberField(dialog).fill('1.5')
      await createButton(dialog).click()
      await expect(numberField(dialog)).toHaveAccessibleDescription(
        /Write the version number as three whole numbers, like 1\.4\.0\./,
      )
      await expect(numberField(dialog)).toBeFocused()
      await numberField(dialog).fill('1.5.0')
      // The page knows every number the server knows, so this puts a different one into the request.
      await page.route(
        '**/api/v1/app_versioned_manifests',
        (route) => {
          const input = route.request().postDataJSON() as object
          return route.continue({ postData: { ...input, semantic_version: '1.4.2' } })
        },
        { times: 1 },
      )
      await createButton(dialog).click()
      await expect(numberField(dialog)).toHaveAccessibleDescription(
        /Version 1\.4\.2 already exists\. The next free numbers are 1\.4\.3, 1\.5\.0 and 2\.0\.0\./,
      )
      await numberField(dialog).fill('1.5.1')
      await createButton(dialog).click()
      await expect(announcement(page, 'Version 1.5.1 was created.')).toBeVisible()
    },
  )

  test(
    'refuses a part of seven digits, and asks before a number far above the highest one',
    { tag: ['@MAN-34'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await appWith(api, '1.4.2')
      const dialog = await openEditor(page, app)
      await numberField(dialog).fill('1234567.0.0')
      await createButton(dialog).click()
      await expect(numberField(dialog)).toHaveAccessibleDescription(
        /Each part of a version number can have at most 6 digits, like 1\.4\.0\./,
      )
      await numberField(dialog).fill('14.0.0')
      await createButton(dialog).click()
      const jump = page.getByRole('dialog', { name: 'Create version 14.0.0?' })
      await expect(jump).toContainText('The highest version so far is 1.4.2.')
      await expectAccessible(page)
      await jump.getByRole('button', { name: 'Change the number' }).click()
      await expect(jump).toBeHidden()
      await expect(numberField(dialog)).toHaveValue('14.0.0')
      expect(await listVersions(api, app, 'Sandbox')).toHaveLength(1)
      await createButton(dialog).click()
      await jump.getByRole('button', { name: 'Create version 14.0.0' }).click()
      await expect(announcement(page, 'Version 14.0.0 was created.')).toBeVisible()
      await expect(dialog).toBeHidden()
    },
  )

  test(
    'reports opening and closing to analytics',
    { tag: ['@MAN-26', '@MAN-27'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await bareApp(api)
      const answers: unknown[] = []
      page.on('response', (response) => {
        if (!response.url().endsWith('/api/v1/analytics')) return
        const { key, additional_properties } = response.request().postDataJSON() as Record<string, unknown>
        answers.push([key, additional_properties, response.status()])
      })
      const properties = { developer_app_id: app.id }
      const opened = ['developers.sandbox_manifest_editor.opened', properties, 204]
      const closed = ['developers.sandbox_manifest_editor.closed', properties, 204]
      const dialog = await openEditor(page, app)
      await expect.poll(() => answers).toEqual([opened])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => answers).toEqual([opened, closed])
    },
  )

  test('asks before discarding a changed text, and closes at once when unchanged', async ({
    page,
    signIn,
    api,
  }) => {
    await signIn('owner')
    const dialog = await openEditor(page, await bareApp(api))
    await numberField(dialog).focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
    await writeManifest(page, board)
    await numberField(dialog).focus()
    await page.keyboard.press('Escape')
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(editor(page)).toContainText('beamlog.example')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(dialog).toBeHidden()
    await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
    await expect(editor(page)).not.toContainText('beamlog.example')
  })

  test('asks before Back discards a changed text', async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await bareApp(api)
    await page.goto(`/developer_apps/${app.id}`)
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
    await writeManifest(page, board)
    await expect(editor(page)).toContainText('beamlog.example')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(editor(page)).toContainText('beamlog.example')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(`/developer_apps/${app.id}`)
    await expect(question(page)).toHaveCount(0)
  })

  test('can be left with Tab and Shift+Tab, without a keyboard trap', async ({ page, signIn, api }) => {
    await signIn('owner')
    const dialog = await openEditor(page, await bareApp(api))
    await expect(editor(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(numberField(dialog)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(editor(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Format' })).toBeFocused()
  })
})

test.describe('validation', () => {
  test(
    'asks the server once, 1000 ms after the last change; each change restarts the timer',
    { tag: ['@MAN-28', '@MAN-31', '@MAN-32', '@MAN-33'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await bareApp(api)
      let checks = 0
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/manifest_validations')) checks += 1
      })
      await page.clock.install()
      const dialog = await openEditor(page, app)
      await editor(page).press('ControlOrMeta+Home')
      await page.clock.pauseAt(Date.now() + 60_000)
      checks = 0

      await page.keyboard.type(' ')
      await page.clock.runFor(600)
      await page.keyboard.type(' ')
      await page.clock.runFor(999)
      await expect(status(dialog, 'Validating…')).toBeVisible()
      await expect(createButton(dialog)).toBeDisabled()
      await expect(createButton(dialog)).toHaveAccessibleDescription('The manifest is still being validated.')
      expect(checks).toBe(0)
      await page.clock.runFor(1)
      await expect.poll(() => checks).toBe(1)
      await page.clock.resume()
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      await expect(createButton(dialog)).toBeEnabled()

      await writeManifest(page, {
        schema_version: '4.1',
        fullscreen: { source_url: 'board', description: '' },
      })
      await expect(status(dialog, 'Validating…')).toBeVisible()
      await expect(status(dialog, '1 problem found')).toBeVisible()
      await expect(createButton(dialog)).toBeDisabled()
      await expect(createButton(dialog)).toHaveAccessibleDescription('Correct the manifest first.')
      await writeManifest(page, board)
      await expect(status(dialog, 'Validating…')).toBeVisible()
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      expect(checks).toBe(3)
    },
  )

  test(
    'a check whose reply is lost ends after 30 s and can be restarted',
    { tag: ['@ERR-17'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await bareApp(api)
      await page.clock.install()
      const dialog = await openEditor(page, app)
      const checks = '**/api/v1/manifest_validations*'
      await page.route(checks, () => undefined)
      const lost = page.waitForRequest(checks)
      await writeManifest(page, board)
      await lost
      await page.clock.fastForward(29_000)
      await expect(status(dialog, 'Validating…')).toBeVisible()
      await page.clock.fastForward(1_000)
      await expect(page.getByRole('alert').filter({ hasText: 'reach the server' })).toBeVisible()
      await page.unroute(checks)
      await dialog.getByRole('button', { name: 'Validate again' }).click()
      await expect(status(dialog, 'Validation passed')).toBeVisible()
    },
  )

  test(
    'says that text is not JSON and marks the error in the editor',
    { tag: ['@MAN-22', '@MAN-29', '@ERR-20'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      await writeManifest(page, '{ "schema_version": "4.1", ')
      await expect(dialog.getByRole('heading', { name: 'Validations' })).toBeVisible()
      await expect(dialog.getByRole('list').getByRole('button')).toContainText(
        'Invalid JSON, could not parse manifest',
      )
      await expect(page.locator('.cm-lintRange-error, .cm-lintPoint-error')).toHaveCount(1)
      await expect(createButton(dialog)).toBeDisabled()
    },
  )

  test(
    'no pasted text breaks the editor; unreadable text is reported without a request',
    { tag: ['@MAN-22', '@MAN-29', '@MAN-30'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      let checks = 0
      page.on('request', (request) => {
        if (request.url().includes('/api/v1/manifest_validations')) checks += 1
      })
      const violation = dialog.getByRole('list').getByRole('button')
      await paste(page, `{"app_manifest": ${'['.repeat(2500)}${']'.repeat(2500)}}`)
      await expect(violation).toHaveText('Line 1The manifest is nested more than 32 levels deep.')
      await paste(page, '['.repeat(2500))
      await expect(violation).toHaveText('Line 1The manifest is nested more than 32 levels deep.')
      await paste(page, `{"schema_version": "4.1", "app_manifest": "${'x'.repeat(1_258_291)}"}`)
      await expect(violation).toContainText('This manifest is 1.2 MB. The limit is 256 KB.')
      await expect(createButton(dialog)).toBeDisabled()
      await paste(
        page,
        '{\n  "schema_version": "4.1",\n  "oauth": {},\n  "fullscreen": {},\n  "oauth": {}\n}',
      )
      await expect(violation).toHaveText(
        'Line 5 · oauth"oauth" appears more than once: first on line 3, last on line 5. Keep one and remove the others.',
      )
      await expect(page.locator('.cm-lintRange-error')).toHaveText('"oauth"')
      await page.getByRole('button', { name: 'Format' }).click()
      await expect(editor(page).getByText('"oauth": {}')).toHaveCount(2)
      expect(checks).toBe(0)
      await writeManifest(page, board)
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      expect(checks).toBe(1)
    },
  )

  test(
    'several violations fold into one summary; each links to its marked location',
    { tag: ['@MAN-22', '@MAN-30', '@ERR-18', '@ERR-19', '@ERR-22'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      await writeManifest(page, broken)
      await expect(dialog.getByRole('heading', { name: 'Validations' })).toBeVisible()
      await expect(dialog.getByText('There are (2) content violations.')).toBeVisible()
      await expect(dialog.getByRole('listitem')).toHaveCount(0)
      const show = dialog.getByRole('button', { name: 'Show' })
      await expect(show).toHaveAttribute('aria-expanded', 'false')
      await show.click()
      const violations = dialog.getByRole('listitem')
      await expect(violations).toContainText([
        'must be a full URL that starts with https://.',
        '"rfi.detial" isn\'t a view.',
      ])
      await expect(page.locator('.cm-lintRange-error')).toHaveText(['"board"', '"rfi.detial"'])
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Hide' }).click()
      await expect(violations).toHaveCount(0)
      await show.click()
      await violations.nth(1).getByRole('button').click()
      await expect(editor(page)).toBeFocused()
      await page.keyboard.insertText('"rfi.detail"')
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await expect(dialog.getByText(/content violations/)).toHaveCount(0)
    },
  )

  test(
    'that cannot reach the server says Error in a banner and can be repeated',
    { tag: ['@MAN-33', '@ERR-17'] },
    async ({ page, context, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      await context.setOffline(true)
      await writeManifest(page, board)
      const banner = page.getByRole('alert').filter({ hasText: 'Error' })
      await expect(banner).toContainText("We couldn't reach the server. Check your connection and try again.")
      await expect(status(dialog, 'Validation failed')).toBeVisible()
      await expect(createButton(dialog)).toBeDisabled()
      await expect(createButton(dialog)).toHaveAccessibleDescription('The manifest could not be validated.')
      await context.setOffline(false)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Validate again' }).click()
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      await expect(banner).toHaveCount(0)
    },
  )
})

test.describe('the Insert menu', () => {
  const choose = async (page: Page, name: string | RegExp) => {
    await page.getByRole('button', { name: 'Insert' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  test(
    'inserts component snippets, each once, and undo removes them',
    { tag: ['@MAN-23', '@MAN-42'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const dialog = await openEditor(page, await bareApp(api))
      await choose(page, 'Insert Full screen component')
      await expect(
        status(dialog, 'Full screen component was added to the end of the manifest.'),
      ).toBeVisible()
      await expect(editor(page)).toContainText('"fullscreen": {')
      await expect(status(dialog, 'Validation passed')).toBeVisible()
      await page.getByRole('button', { name: 'Insert' }).click()
      const taken = page.getByRole('menuitem', { name: /^Insert Full screen component/ })
      await expect(taken).toHaveAttribute('aria-disabled', 'true')
      await expect(taken).toContainText('The manifest already has fullscreen.')
      await expect(page.getByRole('menuitem')).toHaveCount(6)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      await editor(page).click()
      await page.keyboard.press('ControlOrMeta+Z')
      await expect(editor(page)).not.toContainText('"fullscreen"')
    },
  )

  test(
    'starts over from a template of either schema version, and copies snippets of version 3',
    { tag: ['@MAN-23', '@MAN-42'] },
    async ({ page, context, signIn, api }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn('owner')
      const dialog = await openEditor(page, await appWith(api, '0.1.0'))
      await choose(page, 'Template, schema 3')
      await expect(editor(page)).toContainText('"schema_version": "3"')
      await choose(page, 'Copy Data connection component')
      await expect(status(dialog, 'Data connection component was copied.')).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(JSON.parse(copied)).toMatchObject({
        oauth: { instances: [{ grant_type: 'client_credentials' }] },
      })
      await choose(page, 'Template, schema 4.1')
      await expect(editor(page)).toContainText('"schema_version": "4.1"')
    },
  )
})

test(
  'shows the latest version in schema 3 converted, and what was left out',
  { tag: ['@MAN-41'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.9.0', {
      schema_version: '3',
      components: {
        iframe: {
          instances: [
            {
              name: 'Beams',
              type: 'fullscreen',
              required: false,
              iframe_src: 'https://beamlog.example/board',
              description: '',
            },
          ],
        },
      },
    })
    const dialog = await openEditor(page, app)
    await expect(dialog).toContainText('Converted to schema version 4.1')
    await expect(dialog).toContainText('Version 0.9.0 uses schema version 3.')
    await expect(dialog).toContainText("These 2 parts aren't supported by the new schema and were removed:")
    await expect(dialog.getByRole('listitem')).toContainText(['name', 'required'])
    await expect(editor(page)).toContainText('"source_url": "https://beamlog.example/board"')
    await expectAccessible(page)
  },
)

test(
  'while new manifests are paused the notice says so, and no version can be created',
  { tag: ['@MAN-44', '@MAN-45', '@paused'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await bareApp(api)
    await openVersions(page, app)
    await expect(manifests(page)).toContainText(
      'New sandbox manifests are paused while we upgrade our infrastructure. Existing versions keep working.',
    )
    const create = manifests(page).getByRole('button', { name: 'Create New Version' })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription('Creating versions is paused.')
    const input = { developer_app_id: app.id, manifest: { content: board }, semantic_version: '0.1.0' }
    expect((await api.post('/api/v1/app_versioned_manifests', input)).status).toBe(503)
  },
)

test(
  'without semantic versions the server counts; switched off, field and permission builder are gone',
  { tag: ['@MAN-08', '@MAN-35', '@PERM-15', '@limited'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const dialog = await openEditor(page, await newApp(api))
    await expect(numberField(dialog)).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Permission builder' })).toHaveCount(0)
    await expect(dialog).toContainText('The version number is assigned when you create the version.')
    await createButton(dialog).click()
    await expect(announcement(page, 'Version 1 was created.')).toBeVisible()
    await expect(
      sandboxTable(page).getByRole('button', { name: 'View the manifest of version 1' }),
    ).toBeVisible()
  },
)
