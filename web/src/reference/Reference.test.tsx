import type { Session } from '@trestle/domain/accounts/contract.ts'
import {
  getReferenceDoc,
  getResourceGroup,
  listReferenceBranches,
  listReferenceDocs,
  listResourceGroups,
  listSearchEntries,
} from '@trestle/domain/reference/contract.ts'
import { GroupDocument, type Operation } from '@trestle/domain/reference/content.ts'
import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminSession,
  buildApp,
  buildAppRow,
  buildSandbox,
  buildSession,
  buildSignedOutSession,
} from '../../testing/build.ts'
import { breakText, repairTexts } from '../../testing/faults.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, removeRendered, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const companies = GroupDocument.parse({
  openapi: '3.1.0',
  info: { title: 'Companies', version: '1.0' },
  'x-group': { slug: 'companies', product_category: 'Core', order: 1, support_level: 'production' },
  servers: [{ url: 'https://sandbox.platform.test' }, { url: 'https://api.platform.test' }],
  paths: { '/rest/v1.0/companies': { get: { operationId: 'list_companies', summary: 'List companies' } } },
})

const broken = { code: 'internal', message: 'It broke.' } as const

test.each([
  ['the index', paths.reference(), "The reference couldn't be loaded"],
  ['a group', paths.referenceGroup('projects'), "This resource group couldn't be loaded"],
  ['a page', paths.referenceDocs('errors'), "This page couldn't be loaded"],
])('says that %s could not be loaded', { tags: ['REF-06'] }, async (_, address, title) => {
  for (const endpoint of [listResourceGroups, getResourceGroup, listReferenceDocs, getReferenceDoc]) {
    refuse(endpoint, broken)
  }
  renderPage(address, { session: buildSignedOutSession() })
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
})

test('can retry a failed load', { tags: ['REF-06'] }, async () => {
  reply(listResourceGroups, [])
  reply(listReferenceDocs, [])
  refuse(getReferenceDoc, broken)
  renderPage(paths.referenceDocs('errors'), { session: buildSignedOutSession() })
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  reply(getReferenceDoc, { slug: 'errors', title: 'Errors', summary: 'All codes.', body: 'Read on.' })
  await retry.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Errors')
})

test('says that contents are missing, and can load them again', { tags: ['REF-06'] }, async () => {
  const row = { slug: 'errors', title: 'Errors', order: 1, summary: 'All codes.' }
  reply(listResourceGroups, [])
  refuse(listReferenceDocs, broken)
  reply(getReferenceDoc, { ...row, body: 'Read on.' })
  renderPage(paths.referenceDocs('errors'), { session: buildSignedOutSession() })
  const notice = page.getByRole('alert')
  await expect.element(notice).toMatchTextContent("Some of the contents couldn't be loaded")
  reply(listReferenceDocs, [row])
  await page.getByRole('button', { name: 'Retry' }).click()
  const contents = page.getByRole('navigation', { name: 'Contents of the reference' })
  await expect.element(contents.getByRole('link', { name: 'Errors' })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('each of two equal headings has its own entry in the contents', { tags: ['REF-06'] }, async () => {
  reply(listResourceGroups, [])
  reply(listReferenceDocs, [])
  const body = '## Paging\n\n### Example\n\nOf pages.\n\n## Sorting\n\n### Example\n\nOf order.'
  reply(getReferenceDoc, { slug: 'lists', title: 'Lists', summary: 'How to list.', body })
  renderPage(paths.referenceDocs('lists'), { session: buildSignedOutSession() })
  const headings = page.getByRole('heading', { name: 'Example' })
  await expect.poll(() => headings.elements().map(({ id }) => id)).toEqual(['example', 'example-1'])
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Example' })
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(['#example', '#example-1'])
})

test('the code of a page can be copied', { tags: ['REF-06'] }, async () => {
  const row = { slug: 'authentication', title: 'Authentication', order: 20, summary: 'Tokens' }
  reply(listResourceGroups, [])
  reply(listReferenceDocs, [row])
  reply(getReferenceDoc, {
    ...row,
    body: 'Call it:\n\n```bash\ncurl https://portal.test\n```',
  })
  renderPage(paths.referenceDocs('authentication'), { session: buildSignedOutSession() })
  await expect.element(page.getByRole('button', { name: 'Copy code' })).toBeVisible()
})

test('a card shows the first paragraph of a group without its markup', { tags: ['REF-06'] }, async () => {
  reply(listReferenceDocs, [])
  reply(listResourceGroups, [
    {
      slug: 'drawings',
      name: 'Drawings',
      description: 'A sheet has a `number`, see\n**revisions**.\n\nSecond paragraph.',
      product_category: 'Core',
      support_level: 'production',
      visibility: 'public',
      endpoints: 4,
      links: [],
    },
  ])
  renderPage(paths.reference(), { session: buildSignedOutSession() })
  const card = page.getByRole('region', { name: 'Core' }).getByRole('listitem')
  await expect.element(card.getByText('A sheet has a number, see revisions.', { exact: true })).toBeVisible()
  expect(card.getByText('Second paragraph').elements()).toEqual([])
})

test('the address holds the search, and following a result ends it', async () => {
  reply(listReferenceDocs, [])
  reply(listResourceGroups, [])
  reply(listSearchEntries, [
    { kind: 'doc', title: 'Errors', detail: 'All codes', href: paths.referenceDocs('errors') },
    { kind: 'doc', title: 'Paging', detail: 'All pages', href: paths.referenceDocs('paging') },
  ])
  reply(getReferenceDoc, { slug: 'errors', title: 'Errors', summary: 'All codes.', body: 'Read on.' })
  renderPage(`${paths.referenceDocs('paging')}?search=paging`, { session: buildSignedOutSession() })
  const box = page.getByRole('searchbox', { name: 'Search the reference' })
  const results = page.getByRole('region', { name: 'Search results' })
  await expect.element(box).toHaveValue('paging')
  await expect.element(results.getByRole('link')).toMatchTextContent(/Paging/)
  await box.fill('errors')
  await expect.poll(currentAddress).toBe(`${paths.referenceDocs('paging')}?search=errors`)
  await results.getByRole('link', { name: /Errors/ }).click()
  await expect.poll(currentAddress).toBe(paths.referenceDocs('errors'))
  await expect.element(box).toHaveValue('')
  await expect.element(results).not.toBeInTheDocument()
})

test('a search says how many results it lists and how many there are', async () => {
  reply(listReferenceDocs, [])
  reply(listResourceGroups, [])
  reply(
    listSearchEntries,
    Array.from({ length: 31 }, (_, i) => ({
      kind: 'endpoint' as const,
      title: 'List items',
      detail: `GET /items/${i}`,
      href: `${paths.referenceGroup('items')}#${i}`,
    })),
  )
  renderPage(`${paths.reference()}?search=list`, { session: buildSignedOutSession() })
  const results = page.getByRole('region', { name: 'Search results' })
  await expect.element(results.getByRole('status')).toHaveTextContent('30 of 31 results')
})

test('on a phone the button for the contents names the current page', async () => {
  await page.viewport(390, 844)
  try {
    reply(listReferenceDocs, [])
    reply(listResourceGroups, [])
    renderPage(paths.reference(), { session: buildSignedOutSession() })
    const contents = page.getByRole('navigation', { name: 'Contents of the reference' })
    await expect.element(contents.getByRole('button', { name: 'Overview', exact: true })).toBeVisible()
  } finally {
    await page.viewport(1280, 900)
  }
})

interface GroupOptions {
  session?: Session
  query?: string
  visibility?: 'public' | 'internal' | 'private'
}

function renderGroup(
  operation: Partial<Operation>,
  { session = buildSignedOutSession(), query = '', visibility = 'public' }: GroupOptions = {},
) {
  reply(listResourceGroups, [])
  reply(listReferenceDocs, [])
  reply(listDeveloperApps, [])
  const list: Operation = {
    operationId: 'list_companies',
    summary: 'List companies',
    'x-doc': { visibility: 'public' },
    ...operation,
  }
  const document = GroupDocument.parse({
    openapi: '3.1.0',
    info: { title: 'Companies', version: '1.0' },
    'x-group': { slug: 'companies', product_category: 'Core', order: 1, support_level: 'production' },
    'x-doc': { visibility },
    paths: { '/rest/v1.0/companies': { get: { ...list, responses: { 200: { description: 'All' } } } } },
  })
  reply(getResourceGroup, document)
  renderPage(`${paths.referenceGroup('companies')}${query}`, { session })
}

const endpoint = page.getByRole('region', { name: 'List companies' })

test('downloads a group from the branch that is shown', { tags: ['CHG-24'] }, async () => {
  reply(listReferenceBranches, [{ sha: 'abc', name: 'next', default: false }])
  renderGroup({}, { session: buildAdminSession(), query: '?custom_service_sha=abc' })
  await expect
    .element(page.getByRole('link', { name: 'Download OpenAPI' }))
    .toHaveAttribute('href', expect.stringMatching(/\?custom_service_sha=abc$/))
})

test('the branches stay selectable when they cannot be loaded again', { tags: ['CHG-24'] }, async () => {
  reply(listReferenceBranches, [{ name: 'main', sha: 'abc1234', default: true }])
  renderGroup({}, { session: buildAdminSession() })
  const select = page.getByLabelText('Documentation branch')
  await expect.element(select).toHaveValue('abc1234')
  refuse(listReferenceBranches, broken)
  await queryClient.invalidateQueries()
  await expect.element(select).toHaveValue('abc1234')
})

test.each<[Partial<Operation>, string]>([
  [{ deprecated: true }, 'Deprecated'],
  [{ deprecated: true, 'x-deprecated-at': '2026-03-01' }, 'Deprecated since 2026-03-01'],
  [{ 'x-sunset-at': '2027-03-01' }, 'Not available from 2027-03-01'],
  [{ 'x-support-level': 'beta' }, 'Beta'],
  [{ 'x-doc': { visibility: 'private' } }, 'Private'],
  [{ 'x-doc': { visibility: 'internal' } }, 'Internal'],
  [
    { 'x-tool': { scope: 'project', name: 'RFIs', level: 'write' } },
    'Needs write access to the project tool RFIs.',
  ],
])('an endpoint with %j says: %s', async (operation, text) => {
  renderGroup(operation)
  await expect.element(endpoint.getByText(text, { exact: true })).toBeVisible()
})

test.each([
  ['private', 'Private'],
  ['internal', 'Internal'],
] as const)('a group that is %s says: %s', async (visibility, text) => {
  renderGroup({}, { visibility })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

test('only users can try an endpoint, where the reference is not from another server', async () => {
  const open = endpoint.getByRole('button', { name: 'Try it: List companies' })
  const example = endpoint.getByRole('heading', { name: 'Example request' })
  renderGroup({}, { session: buildSession({ flags: { dev_api_url: '' } }) })
  await expect.element(open).toBeVisible()
  for (const session of [
    buildSignedOutSession({ flags: { dev_api_url: '' } }),
    buildSession({ flags: { dev_api_url: 'https://reference.example.test' } }),
  ]) {
    removeRendered()
    renderGroup({}, { session })
    await expect.element(example).toBeVisible()
    expect(open.elements()).toEqual([])
  }
})

test('an error of the form that tries an endpoint leaves the endpoint intact', async () => {
  breakText('reference.tryIt.lead')
  renderGroup({}, { session: buildSession({ flags: { dev_api_url: '' } }) })
  await endpoint.getByRole('button', { name: 'Try it: List companies' }).click()
  await expect.element(endpoint.getByRole('alert')).toMatchTextContent(/^The application has encountered/)
  await expect.element(endpoint.getByRole('heading', { name: 'Example request' })).toBeVisible()
  repairTexts()
  reply(listDeveloperApps, [])
  await endpoint.getByRole('button', { name: 'Try again' }).click()
  await expect.element(endpoint.getByRole('region', { name: 'Try it in the sandbox' })).toBeVisible()
})

test.each([
  ['', 'It may have been renamed or retired. The changelog lists what changed and when.'],
  ['?custom_service_sha=1f2e3d4', "It isn't on this documentation branch. Another branch may have it."],
])('says of an unknown group at the address %j: %s', async (query, text) => {
  for (const endpoint of [listResourceGroups, listReferenceDocs, listDeveloperApps, listReferenceBranches]) {
    reply(endpoint, [])
  }
  refuse(getResourceGroup, { code: 'not_found', message: 'No such group.' })
  renderPage(`${paths.referenceGroup('nothing')}${query}`, { session: buildAdminSession() })
  await expect.element(page.getByText(text)).toBeVisible()
})

test.each([
  [false, `${window.location.origin}/sandbox/rest/v1.0/companies`],
  [true, 'https://api.platform.test/rest/v1.0/companies'],
])(
  'names the sandbox of this portal in examples and offers to try calls there, except in government cloud (%s)',
  { tags: ['REF-07', 'SHELL-14'] },
  async (gov_cloud, address) => {
    reply(listResourceGroups, [])
    reply(listReferenceDocs, [])
    reply(listDeveloperApps, [buildAppRow()])
    reply(getDeveloperApp, buildApp())
    reply(getResourceGroup, companies)
    renderPage(paths.referenceGroup('companies'), {
      session: buildSession({ flags: { gov_cloud, dev_api_url: '' } }),
    })
    const example = page.getByText(`curl --request GET`, { exact: false })
    await expect.element(example).toMatchTextContent(address)
    await expect
      .element(example)
      .toMatchTextContent(`${window.location.origin}${gov_cloud ? '' : '/sandbox'}/oauth/token`)
    expect(page.getByRole('button', { name: 'Try it: List companies' }).elements()).toHaveLength(
      gov_cloud ? 0 : 1,
    )
  },
)

test('loads no other app than the one whose sandbox the examples name', { tags: ['REF-07'] }, async () => {
  const waiting = { ...buildAppRow().next_step, kind: 'wait_for_sandbox' } as const
  renderGroup({}, { session: buildSession({ flags: { gov_cloud: false, dev_api_url: '' } }) })
  reply(listDeveloperApps, [
    buildAppRow({ id: 8, next_step: waiting }),
    buildAppRow({ id: 9, role: 'user' }),
    buildAppRow({ id: 7 }),
  ])
  reply(getDeveloperApp, buildApp({ internal_name: 'Crane Planner', sandbox: buildSandbox() }))
  await expect.element(endpoint.getByText('Crane Planner', { exact: false }).first()).toBeVisible()
  expect(sent(getDeveloperApp).map(({ params }) => params.id)).toEqual(['7'])
})

test('mentions no sandbox to visitors of government cloud', { tags: ['SHELL-14'] }, async () => {
  renderGroup({}, { session: buildSignedOutSession({ flags: { gov_cloud: true, dev_api_url: '' } }) })
  await expect.element(endpoint.getByRole('heading', { name: 'Example request' })).toBeVisible()
  expect(endpoint.element().textContent).not.toMatch(/sandbox/i)
})
