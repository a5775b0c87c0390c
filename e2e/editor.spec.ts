import { expect, expectAccessible, test } from './fixtures.ts'
import {
  board,
  editor,
  manifests,
  createAppWithSandbox,
  announcement,
  sandboxTable,
  listVersions,
  writeManifest,
} from './versions.ts'

const broken = {
  schema_version: '4.1',
  fullscreen: { source_url: 'board', description: '' },
  sidepanel: { source_url: 'https://beamlog.example/panel', description: '', views: ['rfi.detial'] },
}

test(
  'a manifest is written, checked by the server, corrected and saved as a version',
  { tag: ['@MAN-21', '@MAN-28', '@MAN-30', '@MAN-33', '@MAN-40', '@PERM-04', '@ERR-18'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    const dialog = page.getByRole('dialog', { name: `Create New Version of ${app.name}` })
    const create = manifests(page).getByRole('button', { name: 'Create New Version' })
    const status = (text: string) => dialog.getByRole('status').filter({ hasText: text })
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.goto(`/developer_apps/${app.id}`)
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await create.click()
    await expect(status('Validation passed')).toBeVisible()

    await test.step('the Insert menu', async () => {
      await page.getByRole('button', { name: 'Insert' }).click()
      await expect(page.getByRole('menuitem')).toHaveCount(6)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    })

    await test.step('the server finds two violations', async () => {
      await writeManifest(page, broken)
      await expect(dialog.getByText('There are (2) content violations.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Show' }).click()
      await expect(dialog.getByRole('listitem')).toContainText([
        'must be a full URL that starts with https://.',
        '"rfi.detial" isn\'t a view.',
      ])
      await expect(page.locator('.cm-lintRange-error')).toHaveText(['"board"', '"rfi.detial"'])
      await expectAccessible(page)
    })

    await test.step('Back asks before it discards the text', async () => {
      await page.goBack()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(editor(page)).toContainText('rfi.detial')
    })

    await test.step('corrected, with permissions, it is saved by Ctrl+S', async () => {
      await writeManifest(page, { ...board, oauth: { enabled: true } })
      await page.getByRole('button', { name: 'Permission builder' }).click()
      const builder = page.getByRole('dialog', { name: 'Permission builder' })
      await builder.getByRole('radio', { name: 'Directory: Read-Only', exact: true }).check()
      await builder.getByRole('button', { name: 'Apply to manifest' }).click()
      await expect(builder).toBeHidden()
      await expect(status('Validation passed')).toBeVisible()
      await editor(page).click()
      await page.keyboard.press('ControlOrMeta+S')
      await expect(announcement(page, 'Version 0.1.0 was created.')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(sandboxTable(page)).toContainText('0.1.0')
      expect((await listVersions(api, app, 'Sandbox'))[0]?.content).toMatchObject({
        ...board,
        permissions: { company: { directory: 'readonly' } },
      })
    })

    await test.step('a second text is discarded by Back', async () => {
      await create.click()
      await writeManifest(page, broken)
      await page.goBack()
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(page).toHaveURL(`/developer_apps/${app.id}`)
      await expect(question).toHaveCount(0)
    })
  },
)
