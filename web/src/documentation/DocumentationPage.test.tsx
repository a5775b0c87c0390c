import { getDocumentation, listDocumentation } from '@trestle/domain/documentation/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildSignedOutSession()
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
