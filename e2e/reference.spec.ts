import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { listenOnFreePort } from '../scripts/testing/listenOnFreePort.ts'
import { reloadText } from './faults.ts'
import { expect, expectAccessible, type Page } from './fixtures.ts'
import { testOn } from './otherPortal.ts'
import { referenceFolder, scaleSha } from './referenceFolder.ts'
import { heading } from './screen.ts'

const test = testOn(() => ({ REFERENCE_DIR: referenceFolder() }))

const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents of the reference' })
const endpoint = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const branches = (page: Page) => page.getByLabel('Documentation branch')

test(
  'a visitor finds a public endpoint by category and by search, and downloads its group',
  { tag: ['@REF-01', '@REF-05', '@REF-06', '@REF-07', '@SHELL-38'] },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Reference' }).click()
    await page.getByRole('menuitem', { name: 'Rest API' }).click()
    await expect(page).toHaveURL('/reference/rest/docs/rest-api-overview')
    await expect(page).toHaveTitle('REST API overview · REST API reference · Trestle')
    const onThisPage = page.getByRole('navigation', { name: 'On this page' })
    await onThisPage.getByRole('link', { name: 'Versions' }).click()
    await expect(page).toHaveURL(/#versions$/)
    await expect(page.getByRole('heading', { name: 'Versions' })).toBeInViewport()

    await contents(page).getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(heading(page)).toHaveText('REST API reference')
    const core = page.getByRole('region', { name: 'Core' })
    await expect(core).toContainText('2 endpoints')
    await expect(page.getByRole('main')).not.toContainText('Budgets')
    await expect(branches(page)).toHaveCount(0)
    const box = page.getByRole('searchbox', { name: 'Search the reference' })
    const results = page.getByRole('region', { name: 'Search results' })
    await box.fill('elevator')
    await expect(results).toContainText('No matches. Try fewer or different words.')
    await box.fill('create proj')
    await results.getByRole('link', { name: /Create a project/ }).click()
    await expect(page).toHaveURL('/reference/rest/projects#createproject')
    const create = endpoint(page, 'Create a project')
    await expect(create).toBeInViewport()
    await expect(create).toContainText('Deprecated since 2026-03-01')
    await expect(create).toContainText('Not available from 2027-03-01')
    await expect(create).toContainText('"name": "Harbour"')

    const list = endpoint(page, 'List projects')
    await list.scrollIntoViewIfNeeded()
    for (const text of ['GET', '/rest/v1.0/projects', 'company_id', 'integer', 'A page of projects']) {
      await expect(list).toContainText(text)
    }
    await expect(list.getByText('required').first()).toBeVisible()
    await expect(list.getByText("client_id='YOUR_CLIENT_ID'")).toBeVisible()
    await expect(list).toContainText('Sign in to see the client ID of your own sandbox here.')
    const changes = page.getByRole('table', { name: 'Changes of List projects' })
    await expect(changes.getByRole('row')).toHaveCount(3)
    await changes.getByRole('button', { name: 'Lists of projects are sorted by name' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change of 2026-01-15' })
    await expect(dialog).toContainText('Versions affected: 1.10, 1.9')
    await expect(dialog).toContainText('Breaking')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(changes.getByRole('button', { name: 'Lists of projects are sorted by name' })).toBeFocused()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download OpenAPI' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('projects.openapi.json')
    const document = JSON.parse(await readFile(await download.path(), 'utf8')) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
    expect(JSON.stringify(document)).not.toContain('secret')

    const feed = page.locator('link[rel=alternate][type="application/atom+xml"]')
    await expect(feed).toHaveAttribute('href', '/reference/rest/changelog.atom')
    await expect(page.locator('link[rel=alternate]')).toHaveCount(2)
  },
)

test(
  'for a signed-in user the examples have the client id of their sandbox, and nothing private',
  { tag: ['@REF-03', '@REF-07'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const { body: apps } = await api.get('/api/v1/developer_apps?per_page=8&sort=-updated_at')
    const all = await Promise.all(
      (apps as { id: number }[]).map(async ({ id }) => (await api.get(`/api/v1/developer_apps/${id}`)).body),
    )
    const own = (all as { internal_name: string; sandbox: { app_id: string | null } | null }[]).find(
      ({ sandbox }) => sandbox?.app_id,
    )
    await page.goto('/reference/rest/projects')
    const list = endpoint(page, 'List projects')
    await expect(list.getByText(`client_id='${own?.sandbox?.app_id}'`)).toBeVisible()
    await expect(list).toContainText(`This call runs in the sandbox of ${own?.internal_name}.`)
    await expect(endpoint(page, 'Show secret costs')).toHaveCount(0)
    await expect(branches(page)).toHaveCount(0)
  },
)

test(
  'staff and employees see private entries, marked as such, and can switch the branch',
  { tag: ['@REF-02', '@REF-03', '@REF-07', '@CHG-24'] },
  async ({ page, signIn }) => {
    await signIn('employee')
    await page.goto('/reference/rest/projects')
    await expect(endpoint(page, 'Show secret costs')).toContainText('Private')
    await expect(endpoint(page, 'Forget secret costs')).toContainText('Internal')
    await expectAccessible(page)
    await contents(page).getByRole('link', { name: 'Budgets' }).click()
    await expect(heading(page)).toHaveText('Budgets')
    await expect(page.getByRole('main')).toContainText('Beta')
    await branches(page).selectOption('scale')
    await expect(page).toHaveURL(`/reference/rest/budgets?custom_service_sha=${scaleSha}`)
    await expect(heading(page)).toHaveText("This resource group doesn't exist")
    await expect(page.getByRole('main')).toContainText("It isn't on this documentation branch.")
    await expect(page.getByRole('link', { name: 'Back to the reference' })).toHaveAttribute(
      'href',
      `/reference?custom_service_sha=${scaleSha}`,
    )
    await branches(page).selectOption('main (default)')
    await expect(heading(page)).toHaveText('Budgets')
    await branches(page).selectOption('scale')
    await expect(heading(page)).toHaveText("This resource group doesn't exist")
    await contents(page).getByRole('link', { name: 'Overview' }).click()
    await expect(page).toHaveURL(`/reference?custom_service_sha=${scaleSha}`)
    await expect(page.getByRole('region', { name: 'Scale' })).toContainText('500 endpoints')
  },
)

test(
  'a group of 500 endpoints opens, can be searched by the browser, and links to its last endpoint',
  { tag: ['@REF-06'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto(`/reference/rest/everything?custom_service_sha=${scaleSha}`)
    await expect(heading(page)).toHaveText('Everything')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(500)
    const last = contents(page)
      .getByRole('list', { name: 'Endpoints of Everything' })
      .getByRole('link')
      .last()
    const name = (await last.textContent()) ?? ''
    await last.click()
    const section = page.getByRole('main').locator('section').last()
    await expect(section.getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(section.getByRole('heading', { level: 2 })).toBeInViewport()
    await expect(section.getByRole('heading', { name: 'Responses' })).toBeVisible()
    await expect(section.getByText('curl --request').first()).toBeVisible()
    // A link to an endpoint scrolls to it.
    await page.goto('about:blank')
    await page.goto(`/reference/rest/everything?custom_service_sha=${scaleSha}#showsitereview`)
    await expect(page.locator('#showsitereview-title')).toBeInViewport()
  },
)

test(
  'the module of the reference is tried three times, then the page shows an error',
  { tag: ['@REF-01', '@REF-08', '@SHELL-35', '@SHELL-36'] },
  async ({ page, signIn, consoleErrors }) => {
    await signIn('owner')
    let tries = 0
    await page.route(/\/assets\/Reference-[\w-]+\.js/, (route) => {
      tries += 1
      return route.abort()
    })
    await page.goto('/')
    expect(tries, 'nothing of the reference is fetched before its first visit').toBe(0)
    await page.goto('/reference')
    await expect(page.getByText(reloadText)).toBeVisible()
    expect(tries, 'once for the document, which preloads it, and three times for the page').toBe(4)
    consoleErrors.length = 0
  },
)

/** Starts a separate documentation service that serves the changelog and records its requests. */
async function startService() {
  const requested: { url: string; token: unknown; cookie: string | undefined }[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'x-csrf-token, accept')
    response.setHeader('access-control-expose-headers', 'total, per-page, page')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const token = request.headers['x-csrf-token']
    requested.push({ url: request.url ?? '', token, cookie: request.headers.cookie })
    response.setHeader('content-type', 'application/json')
    response.setHeader('total', '1')
    const entry = {
      summary: 'From afar',
      description: 'From another server.',
      endpoint: 'GET /rest/v1.0/afar',
      type: 'new',
      breaking: false,
      datestamp: '2026-05-01',
      versions: ['1.0'],
      'x-doc': { visibility: 'public' },
    }
    return void response.end(JSON.stringify([entry]))
  })
  const port = await listenOnFreePort(server)
  return { requests: requested, server, url: `http://127.0.0.1:${port}` }
}

const service = await startService()
const afar = testOn(() => ({ DEV_API_URL: service.url }))
afar.afterAll(() => void service.server.close())

afar(
  'with a separate development API, the changelog is requested there, without the CSRF token or a cookie',
  { tag: ['@REF-04', '@API-23', '@API-26'] },
  async ({ page }) => {
    await page.goto('/reference/rest/changelog?filters[breaking]=true&filters[type][]=new&page=1')
    await expect(page.getByRole('heading', { name: 'From afar' })).toBeVisible()
    const [call] = service.requests
    expect(decodeURIComponent(call?.url ?? '')).toBe(
      '/api/v1/resource_groups/aggregated_changelog?page=1&per_page=50&filters[type][]=new&filters[breaking]=true',
    )
    expect(call?.token).toBeUndefined()
    expect(call?.cookie).toBeUndefined()
  },
)
