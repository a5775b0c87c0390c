import { createManifest, listTemplates, validateManifestContent } from '@trestle/domain/manifests/contract.ts'
import { templates } from '@trestle/domain/manifests/templates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  board,
  buildManifest,
  editor,
  versionDialog as dialog,
  renderEditor,
  createButton,
} from '../../../testing/manifests.tsx'
import { refuse, reply } from '../../../testing/network.ts'

test('a failed check blocks saving until it is repeated', async () => {
  const opened = renderEditor([buildManifest(board, '0.3.0')])
  refuse(validateManifestContent, { code: 'unavailable', message: 'The check is down.' })
  await opened
  await expect.element(page.getByRole('alert')).toMatchTextContent('The check is down.')
  await expect.element(createButton).toBeDisabled()
  reply(validateManifestContent, { data: { errors: [] } })
  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await expect.element(createButton).toBeEnabled()
})

test('shows why a version was not saved, and keeps the editor open', async () => {
  await renderEditor([buildManifest(board, '0.3.0')])
  refuse(createManifest, { code: 'conflict', message: 'New versions are paused.' })
  await createButton.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('New versions are paused.')
  await expect.element(dialog.getByRole('textbox', { name: 'Version number' })).toHaveValue('0.4.0')
})

test('can retry a failed load of the templates', async () => {
  const opened = renderEditor()
  refuse(listTemplates, { code: 'internal', message: 'Something went wrong.' })
  await opened
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Something went wrong.')
  reply(listTemplates, templates)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(editor).toMatchTextContent('"schema_version": "4.1"')
})
