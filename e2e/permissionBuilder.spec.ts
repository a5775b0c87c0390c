import type { Locator } from '@playwright/test'
import { expect, test, type Page } from './fixtures.ts'
import {
  bareApp,
  board,
  editor,
  newApp,
  openEditor,
  saveVersion,
  announcement,
  listVersions,
  writeManifest,
} from './versions.ts'

const cell = (builder: Locator, name: string) => builder.getByRole('radio', { name, exact: true })

async function openBuilder(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Permission builder' }).click()
  const builder = page.getByRole('dialog', { name: 'Permission builder' })
  await expect(builder.getByRole('table')).toBeVisible()
  return builder
}

test(
  'the builder is a modal 804 px wide with the tabs company and project and a link to the guide',
  { tag: ['@MAN-24', '@PERM-01', '@PERM-02', '@PERM-14'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openEditor(page, await bareApp(api))
    const builder = await openBuilder(page)
    expect((await builder.boundingBox())?.width).toBe(804)
    await expect(builder.getByRole('tab')).toHaveText(['Company tools', 'Project tools'])
    await expect(builder.getByRole('link', { name: /About service accounts/ })).toHaveAttribute(
      'href',
      '/documentation/developer-managed-service-accounts',
    )
    await builder.getByRole('tab', { name: 'Project tools' }).click()
    await expect(cell(builder, 'Daily Log: Standard')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(builder).toBeHidden()
    await expect(page.getByRole('dialog', { name: /^Create New Version/ })).toBeVisible()
  },
)

test(
  'the permissions are written to the manifest as a map from tool to level, and read back',
  { tag: ['@MAN-20', '@MAN-24', '@PERM-04'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0')
    const dialog = await openEditor(page, app)
    await writeManifest(page, { ...board, oauth: { enabled: true } })
    const builder = await openBuilder(page)
    await cell(builder, 'Directory: Read-Only').check()
    await builder.getByRole('tab', { name: 'Project tools' }).click()
    await cell(builder, 'Daily Log: Standard').check()
    await expect(builder.getByRole('tab')).toHaveText(['Company tools (1)', 'Project tools (1)'])
    await builder.getByRole('button', { name: 'Apply to manifest' }).click()
    await expect(builder).toBeHidden()
    await expect(
      dialog.getByRole('status').filter({ hasText: 'The permissions were applied to the manifest.' }),
    ).toBeVisible()

    await openBuilder(page)
    await expect(cell(builder, 'Directory: Read-Only')).toBeChecked()
    await builder.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Create version' }).click()
    await expect(announcement(page, 'Version 0.2.0 was created.')).toBeVisible()
    expect((await listVersions(api, app, 'Sandbox'))[0]?.content).toMatchObject({
      permissions: { company: { directory: 'readonly' }, project: { daily_log: 'standard' } },
    })
  },
)

test('asks before discarding changes', async ({ page, signIn, api }) => {
  await signIn('owner')
  await openEditor(page, await bareApp(api))
  const builder = await openBuilder(page)
  await cell(builder, 'Directory: Read-Only').check()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(cell(builder, 'Directory: Read-Only')).toBeChecked()
  await builder.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(builder).toBeHidden()
  await expect(editor(page)).not.toContainText('permissions')
})

test(
  'unreadable permissions show an error, and the grid starts empty',
  { tag: ['@ERR-26'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openEditor(page, await bareApp(api))
    await writeManifest(page, { ...board, permissions: 'all of them' })
    const builder = await openBuilder(page)
    await expect(builder.getByRole('alert')).toContainText('Error parsing existing permissions')
    await expect(cell(builder, 'Directory: None')).toBeChecked()
  },
)
