import { getDocumentation, listDocumentation } from '@trestle/domain/documentation/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildSignedOutSession()
const oauth = { slug: 'oauth', title: 'OAuth', section: 'Guides', summary: 'Tokens' }
const heading = page.getByRole('heading', { level: 1 })

test('a page that could not be loaded says so and offers to retry', async () => {
  reply(listDocumentation, [])
  refuse(getDocumentation, { code: 'internal', message: 'It broke.' })
  renderPage(paths.documentation('oauth'), { session })
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent("This page couldn't be loaded")
  refuse(getDocumentation, { code: 'not_found', message: 'There is no such page.' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(heading).toHaveTextContent('Page not found')
})

test('says that the list of pages could not be loaded, and can load it again', async () => {
  refuse(listDocumentation, { code: 'internal', message: 'It broke.' })
  reply(getDocumentation, { ...oauth, body: 'Read on.' })
  renderPage(paths.documentation('oauth'), { session })
  await expect.element(heading).toHaveTextContent('OAuth')
  const notice = page.getByRole('main').getByRole('alert')
  await expect.element(notice).toMatchTextContent("The list of pages couldn't be loaded")
  reply(listDocumentation, [oauth])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('link', { name: 'OAuth', exact: true })).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})
