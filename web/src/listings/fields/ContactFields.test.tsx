import { updateSubmission } from '@trestle/domain/listings/contract.ts'
import { productTools } from '@trestle/domain/listings/lists.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession, buildSubmission, later } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { expectThreePerRow } from '../../../testing/lists.ts'
import { hold, refuse, reply, sent } from '../../../testing/network.ts'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name })
const save = page.getByRole('button', { name: 'Save draft' })
const panel = page.getByRole('tabpanel')
const noContact = buildSubmission({ contact_us_email: '' })

test(
  'the support tab has the website and a required, valid email',
  { tags: ['LIST-60', 'LIST-61', 'LIST-62', 'LVAL-22', 'LVAL-41', 'LVAL-42'] },
  async () => {
    reply(updateSubmission, noContact)
    renderListing({ section: 'support' })
    const email = field('Support email')
    await email.fill('help')
    await expect.element(email).toHaveAccessibleDescription(/This email is invalid/)
    await email.fill('')
    await expect.element(email).toHaveAccessibleDescription(/This field is required/)
    await email.fill('support@crane.test')
    await expect.element(email).not.toHaveAccessibleDescription(/invalid|required/)
    await field('Website label').fill('Crane help')
    await field('Website URL').fill('https://crane.test')
    await save.click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body)
      .toMatchObject({
        support_email: 'support@crane.test',
        website_link: { label: 'Crane help', url: 'https://crane.test' },
      })
  },
)

test.each(['support', 'links', 'features', 'tools', 'requirements', 'contact'] as const)(
  'the card of the %s tab has no blank space above its first field',
  async (section) => {
    renderListing({ section })
    const card = panel.getByRole('region').first()
    await expect.element(card).toBeVisible()
    const first = card.element().querySelector(':scope > :not(.visually-hidden)')
    const blank = (first?.getBoundingClientRect().top ?? 0) - card.element().getBoundingClientRect().top
    expect(blank).toBeLessThan(24)
  },
)

test(
  'the tools tab has three tools per row, and saves the selected ones',
  { tags: ['LIST-63'] },
  async () => {
    reply(updateSubmission, noContact)
    renderListing({ section: 'tools' })
    const tools = page.getByRole('tabpanel').getByRole('checkbox')
    await expect.element(tools.first()).toBeVisible()
    expect(tools.elements()).toHaveLength(productTools.length)
    expectThreePerRow(tools)
    await page.getByRole('checkbox', { name: 'RFIs', exact: true }).click()
    await save.click()
    await expect.poll(() => sent(updateSubmission)[0]?.body.product_tool_ids).toEqual([33])
  },
)

test(
  'one contact method is saved; the text of another is dropped',
  { tags: ['LIST-69', 'LIST-70'] },
  async () => {
    reply(updateSubmission, noContact)
    renderListing({ section: 'contact', unpublished: noContact })
    await radio('Contact us').click()
    const email = field('Contact email')
    await expect.element(email).toHaveAccessibleDescription(/opens an email to this address/)
    await email.fill('sales@northgate.test')
    await radio('Learn how').click()
    await expect.element(email).not.toBeInTheDocument()
    await field('Learn-how page').fill('https://northgate.test/start')
    await expect.element(radio('Create lead')).not.toBeInTheDocument()
    await save.click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body.learn_how_url)
      .toBe('https://northgate.test/start')
    expect(sent(updateSubmission)[0]?.body.contact_us_email ?? '').toBe('')
  },
)

test('another contact method ends the refusal of the email before it', async () => {
  const message = 'This email is invalid'
  refuse(updateSubmission, { code: 'invalid_input', message, fields: { contact_us_email: [message] } })
  renderListing({ section: 'contact', unpublished: noContact })
  await radio('Contact us').click()
  await field('Contact email').fill('sales')
  await save.click()
  const refusal = page.getByRole('alert')
  await expect.element(refusal).toMatchTextContent('Contact email: This email is invalid')
  await radio('Learn how').click()
  await expect.element(refusal).not.toBeInTheDocument()
})

test(
  'employees can choose create lead, which shows two notes',
  { tags: ['LIST-70', 'LIST-71', 'LIST-72', 'LADM-19'] },
  async () => {
    reply(updateSubmission, buildSubmission({ create_lead: true }))
    const session = buildSession({ developer: { is_employee: true } })
    renderListing({ section: 'contact', unpublished: noContact, session })
    await radio('Create lead').click()
    await expect.element(panel.getByRole('listitem').first()).toMatchTextContent(/^A lead is created/)
    expect(panel.getByRole('listitem').elements()).toHaveLength(2)
    await expect.element(panel.getByRole('textbox')).not.toBeInTheDocument()
    await save.click()
    await expect.poll(() => sent(updateSubmission)[0]?.body.create_lead).toBe(true)
  },
)

test('others see that the platform set create lead, without a choice', { tags: ['LIST-77'] }, async () => {
  renderListing({ section: 'contact', unpublished: buildSubmission({ create_lead: true }) })
  await expect.element(panel.getByText(/^Set by Trestle: leads are created for this app\./)).toBeVisible()
  await expect.element(panel.getByRole('radio')).not.toBeInTheDocument()
})

test('without the right to edit, no other contact method can be chosen', async () => {
  renderListing({ section: 'contact', unpublished: noContact, canEdit: false, mayTransition: false })
  await expect.element(radio('Contact us')).toBeDisabled()
  await expect.element(radio('Learn how')).toBeDisabled()
})

test('a choice whose field is still empty stays after a save', async () => {
  reply(updateSubmission, { ...noContact, support_email: 'support@crane.test', updated_at: later })
  renderListing({ section: 'contact', unpublished: noContact })
  await radio('Contact us').click()
  await page.getByRole('tab', { name: /^Support/ }).click()
  await field('Support email').fill('support@crane.test')
  await page.getByRole('tab', { name: /^Contact/ }).click()
  await save.click()
  await expect.poll(() => sent(updateSubmission).length).toBe(1)
  await expect.element(save).toBeDisabled()
  await expect.element(radio('Contact us')).toBeChecked()
  await expect.element(field('Contact email')).toBeVisible()
})

test('a choice made during a save stays', async () => {
  reply(updateSubmission, ({ body }) => ({
    ...noContact,
    contact_us_email: body.contact_us_email ?? '',
    updated_at: later,
  }))
  const saving = hold(updateSubmission)
  renderListing({ section: 'contact', unpublished: noContact })
  await radio('Contact us').click()
  await field('Contact email').fill('sales@northgate.test')
  await save.click()
  await expect.poll(() => sent(updateSubmission).length).toBe(1)
  await radio('Learn how').click()
  saving.release()
  await expect.element(save).toBeEnabled()
  await expect.element(radio('Learn how')).toBeChecked()
  await field('Learn-how page').fill('https://northgate.test/start')
  await save.click()
  await expect
    .poll(() => sent(updateSubmission).at(-1)?.body.learn_how_url)
    .toBe('https://northgate.test/start')
})
