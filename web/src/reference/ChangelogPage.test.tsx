import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import type { ChangelogEntry } from '@trestle/domain/reference/content.ts'
import {
  listChangelog,
  listReferenceBranches,
  listReferenceDocs,
  listResourceGroups,
} from '@trestle/domain/reference/contract.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildAdminSession, buildSession, buildSignedOutSession } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { log } from '../ui/log.ts'

const entry: ChangelogEntry = {
  summary: 'Projects may name their office',
  description: 'Small.',
  endpoint: 'GET /rest/v1.0/projects',
  type: 'fix',
  breaking: false,
  datestamp: '2026-04-02',
  versions: [],
  'x-doc': { visibility: 'public' },
}
const list = page.getByRole('region', { name: 'Changes' })
const cards = list.getByRole('heading', { level: 2 })
const type = (name: string) =>
  page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name, exact: true })
const visitor = buildSignedOutSession()

beforeEach(() => {
  reply(listDeveloperApps, [])
  reply(listResourceGroups, [])
  reply(listReferenceDocs, [])
  reply(listReferenceBranches, [{ name: 'main', sha: '1f', default: true }])
})
afterEach(() => vi.restoreAllMocks())

test('filters that match nothing show the text of the specification', { tags: ['CHG-26'] }, async () => {
  reply(listChangelog, [])
  renderPage(paths.changelog(), { session: visitor })
  const nothing = list.getByText(
    'Nothing found. Use the filters on the left to select the changelog types to display.',
  )
  await expect.element(nothing).toBeVisible()
  await expect.element(list.getByText('0 changes')).toBeVisible()
  const names = ['Fix', 'New', 'Feature', 'Refinement', 'Deprecated', 'Sunset']
  for (const name of names) await type(name).click()
  for (const name of names) await expect.element(type(name)).not.toBeChecked()
  await expect.element(nothing).toBeVisible()
  reply(listChangelog, [entry])
  await type('Fix').click()
  await expect.element(cards).toHaveTextContent('Projects may name their office')
  expect(sent(listChangelog).at(-1)?.query.filters?.type).toEqual(['fix'])
})

test(
  'a failed load logs a warning, empties the list and offers Retry, without the empty-result text',
  { tags: ['CHG-27'] },
  async () => {
    const warnings = vi.spyOn(log, 'warn')
    reply(listChangelog, [entry])
    renderPage(paths.changelog(), { session: visitor })
    await expect.element(cards).toBeVisible()
    refuse(listChangelog, { code: 'internal', message: 'It broke.' })
    await type('Breaking changes only').click()
    await expect.element(page.getByText('The changelog could not be loaded.')).toBeVisible()
    await expect.element(cards).not.toBeInTheDocument()
    expect(list.element().textContent).not.toContain('Nothing found')
    expect(warnings).toHaveBeenCalledWith('The changelog could not be loaded: It broke.')
    reply(listChangelog, [entry])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(cards).toBeVisible()
  },
)

test(
  'each filter is sent and kept in the address, and all can be cleared together',
  { tags: ['CHG-14', 'CHG-17'] },
  async () => {
    reply(listChangelog, [entry])
    renderPage(paths.changelog(), { session: visitor })
    await expect.element(cards).toBeVisible()
    const clear = page.getByRole('button', { name: 'Clear filters' })
    await expect.element(clear).not.toBeInTheDocument()
    await page.getByRole('searchbox', { name: 'Search the changelog' }).fill('office')
    await userEvent.keyboard('{Enter}')
    await type('Breaking changes only').click()
    await expect
      .poll(() => sent(listChangelog).at(-1)?.query.filters)
      .toEqual({ breaking: 'true', search: 'office' })
    await expect.poll(currentAddress).toContain('filters[search]=office')
    expect(currentAddress()).toContain('filters[breaking]=true')
    await type('Breaking changes only').click()
    await expect.poll(currentAddress).toBe(`${paths.changelog()}?filters[search]=office`)
    await clear.click()
    await expect.poll(currentAddress).toBe(paths.changelog())
    await expect.element(clear).not.toBeInTheDocument()
    await expect.element(type('Breaking changes only')).not.toBeChecked()
  },
)

test('a description collapses once it is taller than 66 px', { tags: ['CHG-12'] }, async () => {
  reply(listChangelog, [entry])
  renderPage(paths.changelog(), { session: visitor })
  const text = list.getByText('Small.')
  const more = list.getByRole('button', { name: /^show more/ })
  const setHeight = (height: number) => {
    const { parentElement } = text.element()
    if (parentElement) parentElement.style.height = `${height}px`
  }
  await expect.element(text).toBeVisible()
  setHeight(67)
  await expect.element(more).toBeVisible()
  setHeight(66)
  await expect.element(more).not.toBeInTheDocument()
})

test('the keyboard focus opens a long description, and the day of a change is its tip', async () => {
  reply(listChangelog, [
    { ...entry, description: `${'Long. '.repeat(800)}[Guide](https://guide.example.test)` },
  ])
  renderPage(paths.changelog(), { session: visitor })
  const more = list.getByRole('button', { name: /^show more/ })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  await expect.element(list.getByTitle('2026-04-02')).toMatchTextContent('2026-04')
  list.getByRole('link', { name: /Guide/ }).element().focus()
  await expect
    .element(list.getByRole('button', { name: /^show less/ }))
    .toHaveAttribute('aria-expanded', 'true')
})

test('has pages, and is busy while it loads another one', { tags: ['CHG-19'] }, async () => {
  reply(listChangelog, [entry], { total: 51 })
  renderPage(paths.changelog(), { session: visitor })
  await expect.element(list.getByText('51 changes')).toBeVisible()
  const entries = () => list.element().querySelector('ul')
  await expect.poll(() => entries()?.getAttribute('aria-busy')).toBe('false')
  const { release } = hold(listChangelog)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => entries()?.getAttribute('aria-busy')).toBe('true')
  expect(Number(sent(listChangelog).at(-1)?.query.page)).toBe(2)
  release()
  await expect.poll(() => entries()?.getAttribute('aria-busy')).toBe('false')
})

test('a search that is too long says so, and can be cleared', async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  const message = 'Search must be at most 200 characters'
  refuse(listChangelog, { code: 'invalid_input', message, fields: { 'filters.search': [message] } })
  renderPage(`${paths.changelog()}?filters[search]=${'x'.repeat(201)}`, { session: visitor })
  await expect.element(list.getByRole('alert')).toMatchTextContent("This search can't be used")
  await expect.element(list.getByRole('alert')).toMatchTextContent(message)
  await expect.element(list.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  reply(listChangelog, [entry])
  await list.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(cards).toHaveTextContent(entry.summary)
})

test('keeps the list when it could not be loaded again', async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  reply(listChangelog, [entry])
  renderPage(paths.changelog(), { session: visitor })
  await expect.element(cards).toBeVisible()
  refuse(listChangelog, { code: 'internal', message: 'It broke.' })
  await queryClient.refetchQueries({ type: 'active' })
  await expect.poll(() => vi.mocked(log.warn).mock.calls.length).toBeGreaterThan(0)
  await expect.element(cards).toBeVisible()
})

test('without a type it loads nothing', { tags: ['CHG-26'] }, async () => {
  reply(listChangelog, [entry])
  renderPage(paths.changelog(), { session: visitor })
  await expect.element(cards).toBeVisible()
  for (const name of ['Fix', 'New', 'Feature', 'Refinement', 'Deprecated']) await type(name).click()
  await expect.poll(() => sent(listChangelog).at(-1)?.query.filters?.type).toEqual(['sunset'])
  const before = sent(listChangelog).length
  await type('Sunset').click()
  await expect.element(list.getByText('0 changes')).toBeVisible()
  await expect.element(cards).not.toBeInTheDocument()
  expect(sent(listChangelog)).toHaveLength(before)
})

test.each([
  ['a developer cannot', buildSession(), false],
  ['an employee can', buildSession({ developer: { is_employee: true } }), true],
  ['a platform admin can', buildAdminSession(), true],
])('%s choose a branch', { tags: ['CHG-22', 'CHG-23'] }, async (_, session, mayChoose) => {
  reply(listChangelog, [entry])
  renderPage(paths.changelog(), { session })
  await expect.element(cards).toBeVisible()
  await expect
    .poll(() => page.getByLabelText('Documentation branch').elements())
    .toHaveLength(mayChoose ? 1 : 0)
})
