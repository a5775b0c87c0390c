import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Hue } from '../../../../scripts/testing/hues.ts'
import { expectHue } from '../../../testing/hue.ts'
import {
  board,
  buildManifest,
  buildProduction,
  card,
  fold,
  openInstructions,
  renderConfigurations,
  versionHeader as header,
  described,
  discardQuestion,
} from '../../../testing/manifests.tsx'
import { texts } from '../../../testing/texts.ts'

const keys = page.getByRole('region', { name: 'Installation keys' })
const promote = header.getByRole('button', { name: 'Promote' })
const buttons = () => texts(header.getByRole('button'))

test(
  'the installation keys come first: the newest of each environment and the sandbox URL, each with a copy button',
  { tags: ['CONF-01', 'CONF-03'] },
  async () => {
    const sandbox = buildManifest(board, '1.1.0')
    const production = buildProduction(board, '1.0.0')
    renderConfigurations([sandbox, buildManifest(board, '1.0.0'), production], {
      sandboxUrl: 'https://sandbox.example.test/4711',
    })
    await expect
      .element(page.getByRole('heading', { level: 2 }).first())
      .toHaveTextContent('Installation keys')
    await expect.element(keys).toMatchTextContent("Version 1.1.0. Works only in the app's sandbox company")
    await expect.element(keys).toMatchTextContent('Version 1.0.0. Works in every company on Trestle')
    const expected = [
      ['Sandbox app version key', sandbox.app_version_id],
      ['Production app version key', production.app_version_id],
      ['Sandbox URL', 'https://sandbox.example.test/4711'],
    ] as const
    for (const [name, value] of expected) {
      await expect.element(keys).toMatchTextContent(value)
      await expect.element(keys.getByRole('button', { name: `Copy ${name}` })).toBeVisible()
    }
    await expectHue(keys.getByText('Sandbox', { exact: true }).first(), 'magenta')
    await expectHue(keys.getByText('Production', { exact: true }), 'blue')
  },
)

test('without versions the keys say where they will come from', { tags: ['CONF-03'] }, async () => {
  renderConfigurations([])
  await expect.element(keys).toMatchTextContent('Available when you create your first version.')
  await expect.element(keys).toMatchTextContent('Available when you promote your first version.')
  expect(keys.getByRole('button').elements()).toEqual([])
})

test(
  'government cloud shows one key, no sandbox and no Promote',
  { tags: ['CONF-02', 'MAN-06', 'PROM-08'] },
  async () => {
    const approved = buildProduction(board, '1.0.0', { state: 'published', published_to_marketplace: true })
    renderConfigurations([buildManifest(board, '1.1.0'), approved], { flags: { gov_cloud: true } })
    await expect.element(keys).toMatchTextContent('Production app version key')
    expect(keys.getByRole('term').elements()).toHaveLength(1)
    await expect.element(header.getByText('Approved Version', { exact: true })).toBeVisible()
    expect(buttons()).toEqual(['View manifest', 'Create version'])
    expect(page.getByText(/sandbox/i).elements()).toEqual([])
  },
)

const inReview = buildProduction(board, '1.0.0', { state: 'in_review', submittable: false })
const published = buildProduction(board, '1.0.0', { state: 'published', submittable: false })
const promoted = buildManifest(board, '1.0.0', { promotable: false })

interface BadgeRow {
  versions: ManifestVersion[]
  label: string
  hue: Hue
}
const badges: [situation: string, row: BadgeRow][] = [
  ['without a sandbox version (PROM-01)', { versions: [], label: 'Draft', hue: 'blue' }],
  [
    'with nothing in production (PROM-02)',
    { versions: [buildManifest(board, '0.1.0')], label: 'Ready for Testing', hue: 'magenta' },
  ],
  [
    "with a sandbox version above production's (PROM-02)",
    { versions: [buildManifest(board, '1.1.0'), published], label: 'Ready for Testing', hue: 'magenta' },
  ],
  [
    'with equal versions (PROM-04)',
    { versions: [promoted, buildProduction(board, '1.0.0')], label: 'Promoted', hue: 'green' },
  ],
  [
    'with production published (PROM-05)',
    { versions: [promoted, published], label: 'Approved Version', hue: 'green' },
  ],
  [
    'with production in review (PROM-06)',
    { versions: [promoted, inReview], label: 'Under Review', hue: 'yellow' },
  ],
  [
    'with any other production state (PROM-07)',
    {
      versions: [promoted, buildProduction(board, '1.0.0', { state: null })],
      label: 'Unknown State',
      hue: 'red',
    },
  ],
]

test.each(badges)(
  'the badge %s',
  { tags: ['PROM-01', 'PROM-02', 'PROM-03', 'PROM-04', 'PROM-05', 'PROM-06', 'PROM-07'] },
  async (_, { versions, label, hue }) => {
    renderConfigurations(versions)
    await expectHue(header.getByText(label, { exact: true }), hue)
    if (label === 'Draft') expect(buttons()).toEqual(['Create version'])
    else if (label === 'Ready for Testing') await expect.element(promote).toBeEnabled()
    else await expect.element(promote).toBeDisabled()
  },
)

test(
  'shows the version, its manifest, the button that creates a version, and Promote',
  { tags: ['CONF-09', 'CONF-10', 'CONF-11', 'CONF-12'] },
  async () => {
    renderConfigurations([buildManifest(board, '1.1.0')])
    await expect.element(header.getByRole('heading')).toHaveTextContent('Version 1.1.0')
    expect(buttons()).toEqual(['View manifest', 'Create version', 'Promote'])
    const view = header.getByRole('button', { name: 'View manifest' })
    await view.click()
    const dialog = page.getByRole('dialog', { name: 'Manifest of version 1.1.0' })
    await expect.element(dialog).toMatchTextContent('fullscreen')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(view).toHaveFocus()
  },
)

test('offers to save or discard changes', { tags: ['CONF-12'] }, async () => {
  renderConfigurations([buildManifest(described, '1.1.0')])
  const { label } = await openInstructions()
  await label.fill('How to link your company')
  await expect.poll(buttons).toEqual(['View manifest', 'Create version', 'Discard changes', 'Promote'])
  await expect.element(promote).toHaveAccessibleDescription('Save or discard your changes first.')
  await expect.element(page.getByText('You have unsaved changes.')).toBeVisible()
  await header.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(discardQuestion).toMatchTextContent('go back to version 1.1.0')
  await discardQuestion.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(label).toHaveValue('How to link your company')
  await header.getByRole('button', { name: 'Discard changes' }).click()
  await discardQuestion.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(label).toHaveValue('Guide')
  await expect.element(header.getByRole('button', { name: 'Create version' })).toHaveFocus()
})

test(
  'the cards are Components, open, then Data connector and Instructions, folded; they fold by keyboard',
  { tags: ['CONF-04', 'CONF-05', 'CONF-06', 'CONF-07', 'CONF-08'] },
  async () => {
    const content = {
      ...described,
      oauth: { enabled: true },
      permissions: {
        company: { directory: 'readonly' },
        project: { rfi: 'standard', daily_log: 'standard' },
      },
    }
    renderConfigurations([buildManifest(content, '1.1.0')])
    await expect.element(card('Components')).toBeVisible()
    expect(texts(page.getByRole('heading', { level: 2 }))).toEqual([
      'Installation keys',
      'Version 1.1.0',
      'Components',
      'Data connector',
      'Instructions',
    ])
    const expanded = (name: string) => fold(name).element().getAttribute('aria-expanded')
    expect(['Components', 'Data connector', 'Instructions'].map(expanded)).toEqual(['true', 'false', 'false'])
    await expect.element(card('Components').getByRole('button', { name: 'Edit full screen' })).toBeVisible()
    await expect
      .element(card('Data connector'))
      .toMatchTextContent('User-level authentication · Service account with 3 tools')
    await expect.element(card('Instructions')).toMatchTextContent('Guide')
    await expect.element(card('Instructions').getByLabelText('Notes')).not.toBeVisible()

    fold('Instructions').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(fold('Instructions')).toHaveAttribute('aria-expanded', 'true')
    await expect.element(card('Instructions').getByLabelText('Notes')).toBeVisible()
    await expect.element(card('Instructions').getByLabelText('Notes')).toHaveValue('Sign in.')
    fold('Components').element().focus()
    await userEvent.keyboard(' ')
    await expect.element(card('Components')).toMatchTextContent('Full screen')
    expect(expanded('Components')).toBe('false')
  },
)
