import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import {
  createManifest,
  listManifests,
  listSnippets,
  listTemplates,
  validateManifestContent,
} from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildVersion, now } from '../../../testing/build.ts'
import { refuse, reply } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import type { Rights } from '../rights.ts'
import { NewVersionButton } from './NewVersion.tsx'

const rights: Rights = {
  canModify: true,
  semanticVersions: true,
  reviewRoles: { developer: true, platform_admin: false },
  isStaffScreen: false,
  permissionBuilder: null,
}
const open = page.getByRole('button', { name: 'New version' })
const dialog = page.getByRole('dialog')
const create = dialog.getByRole('button', { name: 'Create version' })

function render(overrides: Partial<Rights> = {}) {
  const manifest = { schema_version: '4.1' }
  reply(listManifests, [buildVersion({ content: manifest, next_version_content: manifest })])
  reply(listTemplates, { '3': {}, '4.1': manifest })
  reply(listSnippets, [])
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: now })
  reply(recordAnalytics)
  renderPart(
    <NewVersionButton
      app={{ id: 7, internal_name: 'Crane Planner' }}
      rights={{ ...rights, ...overrides }}
      label="New version"
    />,
  )
}

test('a failed check blocks saving until it is repeated', async () => {
  refuse(validateManifestContent, { code: 'unavailable', message: 'The check is down.' })
  render()
  await open.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The check is down.')
  await expect.element(create).toBeDisabled()
  reply(validateManifestContent, { data: { errors: [] } })
  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await expect.element(create).toBeEnabled()
})

test('shows why a version was not saved, and keeps the editor open', async () => {
  reply(validateManifestContent, { data: { errors: [] } })
  refuse(createManifest, { code: 'conflict', message: 'New versions are paused.' })
  render()
  await open.click()
  await create.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('New versions are paused.')
  await expect.element(dialog.getByRole('textbox', { name: 'Version number' })).toHaveValue('0.4.0')
})

test('without the right to modify, the button says who may', async () => {
  render({ canModify: false })
  await expect.element(open).toBeDisabled()
  await expect.element(open).toHaveAccessibleDescription(/owner/)
})
