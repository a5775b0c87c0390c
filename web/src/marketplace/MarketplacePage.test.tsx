import {
  countMarketplaceApps,
  getMarketplaceApp,
  listMarketplaceApps,
  listMarketplaceNews,
  viewMarketplaceApp,
  type MarketplaceApp,
  type MarketplaceRow,
} from '@trestle/domain/marketplace/contract.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { withNames } from '@trestle/domain/listings/questionnaire.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { yesToAll } from '../../../domain/testing/wholeListing.ts'
import { buildSignedOutSession, now } from '../../testing/build.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, removeRendered, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { mediumUtcDate } from '../ui/dates.ts'

const session = buildSignedOutSession()
const apps = page.getByRole('region', { name: 'Apps on the marketplace' })
const news = page.getByRole('region', { name: 'New on the marketplace' })
const search = page.getByRole('searchbox', { name: 'Search the marketplace' })
const filter = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const names = () =>
  apps
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)

const buildRow = (public_name: string, overrides: Partial<MarketplaceRow> = {}): MarketplaceRow => ({
  slug: public_name.toLowerCase().replaceAll(' ', '-'),
  made_by_procore: false,
  procore_certified_partner: false,
  public_name,
  tagline: '',
  built_by: 'Northgate',
  category_ids: [],
  beta: false,
  security_badge: false,
  small_logo: null,
  published_at: now,
  ...overrides,
})

const beam = buildRow('Beam Board')
const crane = buildRow('Crane Planner')

const buildMarketplaceApp = (
  content: Partial<MarketplaceApp['content']> = {},
  overrides: Partial<MarketplaceApp> = {},
): MarketplaceApp => ({
  slug: 'crane-planner',
  made_by_procore: false,
  procore_certified_partner: false,
  version: '1.0.0',
  published_at: now,
  content: {
    ...emptyContent,
    public_name: 'Crane Planner',
    security_questionnaire: null,
    ...content,
  },
  ...overrides,
})

beforeEach(() => {
  reply(listMarketplaceApps, ({ query }) => (query.filters ? [beam] : [beam, crane]))
  reply(countMarketplaceApps, { categories: [{ id: 6, count: 2 }], regions: [] })
  reply(listMarketplaceNews, [])
  reply(viewMarketplaceApp)
})

const render = (address = paths.marketplace()) => renderPage(address, { session })

test("what's new lists recent publications, and is hidden by a filter", { tags: ['LSTATE-25'] }, async () => {
  reply(listMarketplaceNews, [
    { ...crane, kind: 'new', at: now },
    { ...beam, kind: 'updated', at: now },
  ])
  render()
  await expect
    .element(news.getByRole('link', { name: 'Crane Planner' }))
    .toHaveAttribute('href', '/marketplace/crane-planner')
  expect(
    news
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Crane Planner', 'Beam Board'])
  await expect.element(news).toMatchTextContent(`Updated ${mediumUtcDate(now)}`)
  await filter('BIM').click()
  await expect.element(news).not.toBeInTheDocument()
  removeRendered()
  reply(listMarketplaceApps, [beam], { total: 40, perPage: 24 })
  render('/marketplace?page=2')
  await expect.poll(names).toEqual(['Beam Board'])
  expect(news.elements(), 'on the second page').toEqual([])
})

test('what a filter hides or adds leaves the filters where they are', async () => {
  reply(listMarketplaceNews, [{ ...crane, kind: 'new', at: now }])
  render()
  await expect.element(news).toBeVisible()
  const top = () => filter('BIM').element().getBoundingClientRect().top
  const before = top()
  expect(page.getByRole('navigation', { name: 'Pages' }).elements(), 'of a single page').toEqual([])
  await filter('BIM').click()
  await expect.element(news).not.toBeInTheDocument()
  await expect.element(apps.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  expect(top()).toBe(before)
  await apps.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(filter('BIM')).not.toBeChecked()
})

test('on a phone the search comes before what is new', async () => {
  await page.viewport(390, 844)
  try {
    reply(listMarketplaceNews, [{ ...crane, kind: 'new', at: now }])
    render()
    await expect.element(news).toBeVisible()
    const bottom = search.element().getBoundingClientRect().bottom
    expect(bottom).toBeLessThan(news.element().getBoundingClientRect().top)
  } finally {
    await page.viewport(1440, 900)
  }
})

test('filters work with the keyboard, and the address keeps them', async () => {
  render()
  await expect.poll(names).toEqual(['Beam Board', 'Crane Planner'])
  for (const name of ['BIM', 'Africa']) {
    filter(name).element().focus()
    await userEvent.keyboard(' ')
    await expect.element(filter(name)).toBeChecked()
  }
  await expect.poll(names).toEqual(['Beam Board'])
  await expect
    .poll(currentAddress)
    .toMatch(/^\/marketplace\?filters\[category_id\]\[\]=\d+&filters\[region_id\]\[\]=\d+$/)
  const { filters } = sent(listMarketplaceApps).at(-1)?.query ?? {}
  expect(filters).toEqual({ category_id: ['4'], region_id: ['7'] })
  await filter('ERP').click()
  await filter('BIM').click()
  await expect.element(filter('BIM')).not.toBeChecked()
  await expect.element(filter('ERP')).toBeChecked()
  await expect.element(filter('Africa')).toBeChecked()
})

test('a search without a match says so, and can be cleared', async () => {
  reply(listMarketplaceApps, ({ query }) => (query.filters ? [] : [beam, crane]))
  render('/marketplace?filters[search]=no such app')
  await expect.element(search).toHaveValue('no such app')
  await expect.element(apps.getByText('No matches')).toBeVisible()
  await apps.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(names).toEqual(['Beam Board', 'Crane Planner'])
  await expect.element(search).toHaveValue('')
})

test('a search that more apps match than it counts says so', async () => {
  reply(listMarketplaceApps, [beam], { total: 10_000, relation: 'gte', perPage: 24 })
  render('/marketplace?filters[search]=beam')
  await expect.element(apps.getByText('10,000+ apps').first()).toBeInTheDocument()
  await expect.element(page.getByText('1–24 of 10,000+')).toBeVisible()
})

test('each filter shows how many apps it matches', async () => {
  reply(countMarketplaceApps, ({ query }) => ({
    categories: query.filters?.search ? [{ id: 4, count: 1 }] : [{ id: 4, count: 2 }],
    regions: [{ id: 7, count: 5 }],
  }))
  render()
  await expect.element(page.getByRole('checkbox', { name: 'Africa (5 apps)' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'BIM (2 apps)' })).toBeVisible()
  await search.fill('crane')
  await expect.element(page.getByRole('checkbox', { name: 'BIM (1 app)' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'ERP (0 apps)' })).toBeVisible()
})

test('categories are listed by name, with Other last', async () => {
  render()
  await expect.element(filter('BIM')).toBeVisible()
  const boxes = page.getByRole('group', { name: 'Category' }).getByRole('checkbox').elements()
  const labels = boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent.split(/\s\d/)[0] ?? '')
  expect(labels).toContain('BIM')
  expect(labels.at(-1)).toBe('Other')
  const others = labels.slice(0, -1)
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b)))
})

test('on a phone the filters collapse into a line with the number of chosen ones', async () => {
  await page.viewport(390, 844)
  try {
    render('/marketplace?filters[region_id][]=7')
    const fold = page.getByText('Filters (1)', { exact: true })
    await expect.element(fold).toBeVisible()
    const isShown = () =>
      filter('Africa')
        .elements()
        .some((box) => box.checkVisibility())
    await expect.poll(isShown).toBe(false)
    fold.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(isShown).toBe(true)
    await expect.element(filter('Africa')).toBeChecked()
  } finally {
    await page.viewport(1440, 900)
  }
})

test('can retry a failed load of the list', async () => {
  disconnect(listMarketplaceApps)
  render()
  await expect.element(page.getByRole('alert')).toMatchTextContent("The apps couldn't be loaded")
  reply(listMarketplaceApps, [crane])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(names).toEqual(['Crane Planner'])
})

test('keeps the apps when a refetch fails', async () => {
  render()
  await expect.poll(names).toEqual(['Beam Board', 'Crane Planner'])
  refuse(listMarketplaceApps, { code: 'internal', message: 'It broke.' })
  await queryClient.refetchQueries({ type: 'active' })
  await filter('ERP').click()
  await expect.element(apps.getByRole('alert')).toMatchTextContent('It broke.')
  await filter('ERP').click()
  await expect.poll(names).toEqual(['Beam Board', 'Crane Planner'])
})

test('can retry a failed load of a listing', async () => {
  disconnect(getMarketplaceApp)
  render('/marketplace/crane-planner')
  await expect.element(page.getByRole('alert')).toMatchTextContent("The listing couldn't be loaded")
  reply(getMarketplaceApp, buildMarketplaceApp())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Crane Planner')
})

test('an address without a listing says so and leads to the marketplace', async () => {
  refuse(getMarketplaceApp, { code: 'not_found', message: 'Not found' })
  render('/marketplace/no-such-app')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
  await expect.element(page.getByText(/This app isn't on the marketplace/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to the marketplace' }).click()
  await expect.poll(names).toEqual(['Beam Board', 'Crane Planner'])
})

test("a listing shows the app, its maker and the platform's badges", { tags: ['LIST-82'] }, async () => {
  reply(
    getMarketplaceApp,
    buildMarketplaceApp(
      {
        feature_bullets: ['Sees every crane', 'Works offline', '', ' '],
        contact_us_email: 'sales@crane.test',
        security_badge: true,
        beta: true,
        security_questionnaire_visible: true,
        security_questionnaire: withNames(yesToAll),
      },
      { made_by_procore: true, procore_certified_partner: true },
    ),
  )
  render('/marketplace/crane-planner')
  const listing = page.getByRole('article')
  for (const badge of [
    'Certified partner',
    'Security & Trust – Partner Self-Certified',
    'Made by Trestle',
    'Beta',
    'Version 1.0.0',
  ]) {
    await expect.element(listing.getByText(badge, { exact: true })).toBeVisible()
  }
  const features = listing.getByRole('region', { name: 'With Crane Planner you can' })
  expect(features.getByRole('listitem').elements()).toHaveLength(2)
  const security = listing.getByRole('region', { name: 'Security and trust' })
  await expect.element(security).toMatchTextContent(/SOC 2 - Type 2/)
  await expect.element(security).toMatchTextContent(/Germany, Ireland/)
  await expect
    .element(listing.getByRole('link', { name: 'Contact us' }))
    .toHaveAttribute('href', 'mailto:sales@crane.test')
  expect(document.title).toBe('Crane Planner · Marketplace · Trestle')
  await expect.poll(() => sent(viewMarketplaceApp)).toHaveLength(1)
})

test('a listing without badges shows none', { tags: ['LIST-82'] }, async () => {
  reply(getMarketplaceApp, buildMarketplaceApp())
  render('/marketplace/crane-planner')
  await expect.element(page.getByRole('article').getByText('Version 1.0.0')).toBeVisible()
  for (const badge of ['Certified partner', 'Made by Trestle', 'Beta']) {
    expect(page.getByRole('article').getByText(badge, { exact: true }).elements()).toEqual([])
  }
})

test('an app that its developer sets up shows a link instead of the version key', async () => {
  const app_version_id = crypto.randomUUID()
  const learn_how_url = 'https://crane.test/order'
  reply(getMarketplaceApp, buildMarketplaceApp({ app_version_id, learn_how_url, installable: false }))
  render('/marketplace/crane-planner')
  const get = page.getByRole('region', { name: 'Get Crane Planner' })
  await expect.element(get.getByText(/^The app's developer sets it up with you\./)).toBeVisible()
  await expect
    .element(get.getByRole('link', { name: /Learn how to get it/ }))
    .toHaveAttribute('href', learn_how_url)
  expect(get.element().textContent).not.toContain(app_version_id)
})

test('an app that companies install shows its version key to copy', async () => {
  const app_version_id = crypto.randomUUID()
  reply(getMarketplaceApp, buildMarketplaceApp({ app_version_id, installable: true }))
  render('/marketplace/crane-planner')
  const get = page.getByRole('region', { name: 'Get Crane Planner' })
  await expect.element(get.getByText(app_version_id)).toBeVisible()
  await expect.element(get.getByRole('button', { name: 'Copy key' })).toBeVisible()
})
