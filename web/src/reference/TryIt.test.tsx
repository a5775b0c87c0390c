import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { tryCall } from '@trestle/domain/platformApi/contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildApp, buildAppRow, noNextStep } from '../../testing/build.ts'
import { hold, refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import type { OperationView } from './operationView.ts'
import { TryIt } from './TryIt.tsx'

const operation = { operationId: 'create_rfi', summary: 'Create an RFI' }
const endpoint = { verb: 'POST' as const, path: '/rest/v1.1/projects/{project_id}/rfis', operation }
const parameter = { type: 'integer', description: '', values: [], example: 1 }
const view: OperationView = {
  parameters: [
    { ...parameter, key: 'company', name: 'X-Company-Id', location: 'header', required: true },
    { ...parameter, key: 'project', name: 'project_id', location: 'path', required: true },
    { ...parameter, key: 'query company', name: 'company_id', location: 'query', required: true },
    { ...parameter, key: 'filter', name: 'filters[status]', location: 'query', required: false },
  ],
  body: { contentType: 'application/json', required: true, rows: [], example: '{"rfi":{}}' },
  answers: [],
  changes: [],
}
beforeEach(() => reply(getDeveloperApp, buildApp()))

const send = page.getByRole('button', { name: 'Send request' })

test('sends the call for the chosen app and shows the reply', async () => {
  reply(listDeveloperApps, [
    buildAppRow(),
    buildAppRow({ id: 8, internal_name: 'Guest of this', role: 'user' }),
    buildAppRow({ id: 9, internal_name: 'Site Sync', role: 'developer' }),
    buildAppRow({
      id: 10,
      internal_name: 'No sandbox yet',
      next_step: { ...noNextStep, kind: 'wait_for_sandbox' },
    }),
  ])
  const sent: unknown[] = []
  reply(tryCall, ({ params, body }) => {
    sent.push({ params, body })
    return {
      status: 201,
      headers: { 'x-rate-limit-limit': '100' },
      body: { number: 'RFI-002' },
      called_as: 'service_account',
    }
  })
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  await expect.element(page.getByLabelText('App', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/Guest of this|No sandbox yet/)).not.toBeInTheDocument()
  await page.getByLabelText('App', { exact: true }).selectOptions('Site Sync')
  await expect.element(page.getByLabelText('X-Company-Id')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'project_id' }).fill('12/3')
  await page.getByRole('textbox', { name: 'filters[status]' }).fill('open')
  await send.click()
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'Status 201' })).toBeVisible()
  await expect.element(page.getByText('"RFI-002"', { exact: false })).toBeVisible()
  await expect.element(page.getByText("Called as the app's service account", { exact: false })).toBeVisible()
  expect(sent).toEqual([
    {
      params: { id: 9 },
      body: {
        method: 'POST',
        path: '/rest/v1.1/projects/12%2F3/rfis?company_id=4711&filters%5Bstatus%5D=open',
        body: { rfi: {} },
      },
    },
  ])
})

test('another app starts without the input and the response of the one before', async () => {
  reply(listDeveloperApps, [buildAppRow(), buildAppRow({ id: 9, internal_name: 'Site Sync' })])
  reply(tryCall, { status: 201, headers: {}, body: { number: 'RFI-002' }, called_as: 'service_account' })
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  const company = page.getByRole('textbox', { name: 'company_id' })
  await company.fill('12')
  await page.getByRole('textbox', { name: 'project_id' }).fill('3')
  await send.click()
  const response = page.getByText('"RFI-002"', { exact: false })
  await expect.element(response).toBeVisible()
  await page.getByLabelText('App', { exact: true }).selectOptions('Site Sync')
  await expect.element(response).not.toBeInTheDocument()
  await expect.element(company).toHaveValue('4711')
})

test('has the focus once it is open, and omits parameters without a value', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  const paths: unknown[] = []
  reply(tryCall, ({ body }) => {
    paths.push(body.path)
    return { status: 201, headers: {}, body: {}, called_as: 'service_account' }
  })
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  await expect.element(page.getByRole('region', { name: 'Try it in the sandbox' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'project_id' }).fill('12')
  await send.click()
  await expect.poll(() => paths).toEqual(['/rest/v1.1/projects/12/rfis?company_id=4711'])
})

test('offers the values of parameters that have only some', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  const paths: unknown[] = []
  reply(tryCall, ({ body }) => {
    paths.push(body.path)
    return { status: 200, headers: {}, body: [], called_as: 'service_account' }
  })
  const query = { ...parameter, location: 'query', required: false }
  const parameters = [
    { ...query, key: 'sort', name: 'sort', values: ['name', '-name'] },
    { ...query, key: 'inactive', name: 'include_inactive', type: 'boolean' },
    { ...query, key: 'status', name: 'status', values: ['open'], required: true },
  ]
  const list = { ...endpoint, verb: 'GET' as const, path: '/rest/v1.1/projects' }
  renderPart(<TryIt endpoint={list} view={{ ...view, parameters, body: null }} />)
  const select = (name: string) => page.getByRole('combobox', { name })
  await expect.element(select('sort')).toHaveValue('')
  await send.click()
  await expect.element(page.getByText('status is required')).toBeVisible()
  await expect.element(select('status')).toHaveFocus()
  await select('status').selectOptions('open')
  await select('include_inactive').selectOptions('true')
  await send.click()
  await select('sort').selectOptions('-name')
  await select('include_inactive').selectOptions('Not sent')
  await send.click()
  await expect
    .poll(() => paths)
    .toEqual([
      '/rest/v1.1/projects?include_inactive=true&status=open',
      '/rest/v1.1/projects?sort=-name&status=open',
    ])
})

test('names what is missing and sends nothing', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  await page.getByRole('textbox', { name: 'Request body' }).fill('{')
  await send.click()
  await expect.element(page.getByText('project_id is required')).toBeVisible()
  await expect.element(page.getByText('Request body must be a JSON document')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'project_id' })).toHaveFocus()
})

test('says that the apps are loading, and can load them again', async () => {
  refuse(listDeveloperApps, { code: 'internal', message: 'The apps are gone.' })
  const { release } = hold(listDeveloperApps)
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  const section = page.getByRole('region', { name: 'Try it in the sandbox' })
  await expect.element(section).toMatchTextContent(/Loading/)
  release()
  await expect.element(section.getByRole('alert')).toMatchTextContent('The apps are gone.')
  reply(listDeveloperApps, [buildAppRow()])
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect.element(send).toBeVisible()
})

test('says why a call was refused, and what is needed without apps', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  refuse(tryCall, { code: 'conflict', message: 'This app has no live sandbox.' })
  renderPart(<TryIt endpoint={{ ...endpoint, verb: 'GET' }} view={{ ...view, parameters: [], body: null }} />)
  await send.click()
  await expect.element(page.getByText('This app has no live sandbox.')).toBeVisible()
})

test('says that an app is needed', async () => {
  reply(listDeveloperApps, [])
  renderPart(<TryIt endpoint={endpoint} view={view} />)
  await expect.element(page.getByText(/^You must be owner, admin or developer of an app/)).toBeVisible()
})
