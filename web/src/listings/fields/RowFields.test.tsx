import { updateSubmission } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSubmission } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { refuse, reply, sent } from '../../../testing/network.ts'
import { removeRendered } from '../../../testing/render.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const panel = page.getByRole('tabpanel')
const empty = buildSubmission({ helpful_links: [], requirements: [], feature_bullets: ['', '', ''] })

test(
  'up to three links: only the last row can add one, and one row always remains',
  { tags: ['LIST-54', 'LIST-55', 'LIST-65', 'LIST-66', 'LIST-67', 'LIST-68'] },
  async () => {
    reply(updateSubmission, empty)
    renderListing({ section: 'links', unpublished: empty })
    await expect.element(button('Add a link')).toBeVisible()
    await expect.element(button('Remove link 1')).not.toBeInTheDocument()
    for (const number of [1, 2]) {
      await field(`Label of link ${number}`).fill(`Guide ${number}`)
      await field(`URL of link ${number}`).fill(`https://northgate.test/${number}`)
      await button('Add a link').click()
      await expect.element(field(`Label of link ${number + 1}`)).toHaveFocus()
    }
    await expect.element(button('Remove link 3')).toBeVisible()
    await expect.element(button('Add a link')).not.toBeInTheDocument()
    await button('Remove link 1').click()
    await expect.element(field('Label of link 1')).toHaveValue('Guide 2')
    await button('Save draft').click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body.helpful_links?.[0])
      .toEqual({ label: 'Guide 2', url: 'https://northgate.test/2' })
  },
)

test('a change of one row keeps what the server refused in the others, until rows move', async () => {
  const urls = ['https://northgate.test/1', 'https://northgate.test/2']
  const links = urls.map((url, index) => ({ label: `Guide ${index + 1}`, url }))
  refuse(updateSubmission, {
    code: 'invalid_input',
    message: 'Links are broken.',
    fields: { 'helpful_links.0.url': ['URL 1 is blocked'], 'helpful_links.1.url': ['URL 2 is blocked'] },
  })
  renderListing({ section: 'links', unpublished: buildSubmission({ helpful_links: links }) })
  await field('Label of link 1').fill('Manual')
  await button('Save draft').click()
  await expect.element(field('URL of link 1')).toHaveAccessibleDescription(/URL 1 is blocked/)
  await field('URL of link 1').fill('https://northgate.test/3')
  await expect.element(field('URL of link 1')).not.toHaveAccessibleDescription(/blocked/)
  await expect.element(field('URL of link 2')).toHaveAccessibleDescription(/URL 2 is blocked/)
  await button('Add a link').click()
  await expect.element(field('URL of link 2')).toHaveAccessibleDescription(/URL 2 is blocked/)
  await button('Remove link 1').click()
  await expect.element(field('URL of link 1')).toHaveValue('https://northgate.test/2')
  await expect.element(field('URL of link 1')).not.toHaveAccessibleDescription(/blocked/)
})

test('texts with a limit have a counter', async () => {
  renderListing({ section: 'links', unpublished: empty })
  await field('Label of link 1').fill('Guide')
  await expect.element(field('Label of link 1')).toHaveAccessibleDescription('5 of 100 characters')
  removeRendered()
  const contact = { contact_us_email: 'sales@northgate.test', support_email: 'help@northgate.test' }
  renderListing({ section: 'support', unpublished: buildSubmission(contact) })
  await expect
    .element(page.getByRole('textbox', { name: /^Support email/ }))
    .toHaveAccessibleDescription('19 of 254 characters')
})

test(
  'a listing starts with three features of up to 200 characters, and can have more',
  { tags: ['LIST-57', 'LIST-58'] },
  async () => {
    renderListing({ section: 'features', unpublished: null })
    await expect.element(field('1st feature')).toHaveAccessibleDescription(/^Up to 200 characters/)
    expect(panel.getByRole('textbox').elements()).toHaveLength(3)
    const third = field('3rd feature')
    await third.fill('x'.repeat(201))
    await expect.element(third).toHaveAccessibleDescription(/Character limit exceeded \(200\)/)
    await third.fill('work offline')
    await button('Add a feature').click()
    await expect.element(field('4th feature')).toHaveFocus()
    await button('Remove 1st feature').click()
    await expect.element(field('2nd feature')).toHaveValue('work offline')
    expect(panel.getByRole('textbox').elements()).toHaveLength(3)
  },
)

test('a row that is added after another one was removed starts without an error', async () => {
  renderListing({ section: 'features', unpublished: empty })
  for (const name of ['1st feature', '2nd feature', '3rd feature']) await field(name).fill('work offline')
  await button('Remove 2nd feature').click()
  await button('Add a feature').click()
  await expect.element(field('3rd feature')).toHaveFocus()
  await expect.element(field('3rd feature')).not.toHaveAttribute('aria-invalid', 'true')
})

test('requirements are numbered rows', { tags: ['LIST-64'] }, async () => {
  reply(updateSubmission, empty)
  renderListing({ section: 'requirements', unpublished: empty })
  await field('Requirement 1').fill('Admin rights')
  await button('Add a requirement').click()
  await field('Requirement 2').fill('An account')
  await button('Save draft').click()
  await expect
    .poll(() => sent(updateSubmission)[0]?.body.requirements)
    .toEqual(['Admin rights', 'An account'])
})
