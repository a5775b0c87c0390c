import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { listManifests, promoteVersion, reviewVersion } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildVersion } from '../../../testing/build.ts'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import type { Rights } from '../rights.ts'
import { ProductionVersions } from './ProductionVersions.tsx'
import { SandboxVersions } from './SandboxVersions.tsx'

const app = { id: 7, internal_name: 'Crane Planner' }
const rights: Rights = {
  canModify: true,
  semanticVersions: true,
  reviewRoles: { developer: true, platform_admin: true },
  isStaffScreen: false,
  permissionBuilder: null,
}
const dialog = page.getByRole('dialog')
const production = buildVersion({
  versionable_type: 'ProductionEnvironment',
  environment_label: 'Production',
  promotable: false,
})
const promote = page.getByRole('button', { name: 'Promote version 0.3.0' })

function renderSandbox(overrides: Partial<Rights> = {}) {
  reply(listManifests, [buildVersion()])
  renderPart(
    <SandboxVersions
      app={app}
      rights={{ ...rights, ...overrides }}
      hasPromoted={false}
      onPromoted={() => undefined}
    />,
  )
}

test('shows why a promotion was refused, and keeps the release notes', async () => {
  refuse(promoteVersion, { code: 'conflict', message: 'Version 0.3.0 was already promoted.' })
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await notes.fill('Faster cranes.')
  await dialog.getByRole('button', { name: 'Promote to production' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Version 0.3.0 was already promoted.')
  await expect.element(notes).toHaveValue('Faster cranes.')
})

test('a promotion needs release notes', { tags: ['PROM-15', 'PROM-16', 'PROM-17'] }, async () => {
  reply(promoteVersion, { changelog: 'Faster.', manifest: production })
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await expect.element(notes).toHaveFocus()
  for (const blank of ['', '   ']) {
    await notes.fill(blank)
    await dialog.getByRole('button', { name: 'Promote to production' }).click()
    await expect.element(notes).toHaveAccessibleDescription(/This field is required/)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^There is 1 problem to correct/)
  }
  expect(sent(promoteVersion)).toEqual([])
})

test('closing the promotion asks before it discards release notes', async () => {
  renderSandbox()
  await promote.click()
  const notes = dialog.getByRole('textbox', { name: 'Release notes' })
  await notes.fill('Half a sentence')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(notes).toHaveValue('Half a sentence')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(promote).toHaveFocus()
})

test('without the right to modify, the promotion is disabled with a reason', async () => {
  renderSandbox({ canModify: false })
  await expect.element(promote).toHaveAccessibleDescription(/owner/)
  await promote.click({ force: true })
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  ['Submit for Review', production, { submittable: true, state: 'confidential' }, 'Submit for Review'],
  ['Withdraw from Review', production, { state: 'in_review' }, 'Withdraw from Review'],
  ['Reject', production, { state: 'in_review' }, 'Reject'],
  ['Approve', production, { state: 'in_review' }, 'Approve'],
] as const)('shows why %s was refused inside its dialog', async (name, version, overrides, submit) => {
  const isStaff = name === 'Reject' || name === 'Approve'
  reply(listManifests, [{ ...version, ...overrides }])
  reply(recordAnalytics)
  refuse(reviewVersion, { code: 'conflict', message: 'Version 0.3.0 was decided already.' })
  const reviewRoles = { developer: !isStaff, platform_admin: isStaff }
  renderPart(<ProductionVersions app={app} rights={{ ...rights, reviewRoles }} />)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const notes = dialog.getByRole('textbox')
  if (name !== 'Withdraw from Review') await notes.fill('Please check the panel.')
  await dialog.getByRole('button', { name: submit }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Version 0.3.0 was decided already.')
  expect(sent(recordAnalytics)).toEqual([])
})

test('a rejection needs notes', async () => {
  reply(listManifests, [{ ...production, state: 'in_review' }])
  reply(reviewVersion, production)
  renderPart(<ProductionVersions app={app} rights={rights} />)
  await page.getByRole('button', { name: /^Reject/ }).click()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  expect(sent(reviewVersion)).toEqual([])
})
