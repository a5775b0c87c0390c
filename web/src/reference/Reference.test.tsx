import {
  getReferenceDoc,
  getResourceGroup,
  listReferenceDocs,
  listResourceGroups,
} from '@trestle/domain/reference/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const broken = { code: 'internal', message: 'It broke.' } as const

test.each([
  ['the index', paths.reference(), 'The reference could not be loaded'],
  ['a group', paths.referenceGroup('projects'), 'This resource group could not be loaded'],
  ['a page', paths.referenceDocs('errors'), 'This page could not be loaded'],
])('says that %s could not be loaded', { tags: ['REF-06'] }, async (_, address, title) => {
  for (const endpoint of [listResourceGroups, getResourceGroup, listReferenceDocs, getReferenceDoc])
    refuse(endpoint, broken)
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
