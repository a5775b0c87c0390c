import { createSubmission } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildSession, buildSubmission } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { expectThreePerRow } from '../../../testing/lists.ts'
import { reply, sent } from '../../../testing/network.ts'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const country = (name: string) => page.getByRole('checkbox', { name, exact: true })
const asia = country('Asia Pacific')
const australia = country('Australia')
const all = page.getByRole('radio', { name: 'All regions' })
const specific = page.getByRole('radio', { name: 'Specific regions' })
const missing = page.getByText('You must select a region or country where your app is available')

const render = () => renderListing({ section: 'regions', unpublished: null })

test(
  'questions, the pricing page and all regions are saved',
  {
    tags: ['LIST-37', 'LIST-38', 'LIST-39', 'LIST-40', 'LIST-41', 'LIST-42', 'LIST-48'],
  },
  async () => {
    reply(createSubmission, buildSubmission())
    render()
    for (const question of [
      'Does the app require a subscription with your company?',
      'Does it require a third-party connector?',
      'Do you offer free trials?',
    ]) {
      await page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: 'Yes' }).click()
    }
    const pricingPage = field('Pricing page')
    await pricingPage.fill('northgate')
    await expect.element(pricingPage).toHaveAccessibleDescription(/This URL is invalid/)
    await pricingPage.fill('https://northgate.test/prices')
    await expect.element(pricingPage).not.toHaveAccessibleDescription(/This URL is invalid/)
    await field('Pricing description').fill('Per seat.')
    await all.click()
    await button('Save draft').click()
    await expect.element(page.getByText('Listing saved')).toBeVisible()
    const [first] = sent(createSubmission)
    expect(first?.body).toMatchObject({
      subscription_required: true,
      connector_required: true,
      has_trials: true,
      pricing_url: 'https://northgate.test/prices',
      pricing_description: 'Per seat.',
    })
    expect(first?.body.region_ids).toHaveLength(7)
  },
)

test('unanswered questions show no choice and are not sent', { tags: ['LIST-37'] }, async () => {
  reply(createSubmission, buildSubmission())
  render()
  await field('Pricing description').fill('Per seat.')
  const questions = page.getByRole('radiogroup', { name: /^Do(es)? / })
  expect(questions.elements()).toHaveLength(3)
  expect(questions.getByRole('radio', { checked: true }).elements()).toEqual([])
  await button('Save draft').click()
  await expect.poll(() => sent(createSubmission)).toHaveLength(1)
  const [first] = sent(createSubmission)
  for (const question of ['subscription_required', 'connector_required', 'has_trials']) {
    expect(first?.body).not.toHaveProperty(question)
  }
})

test(
  'a region shows its countries, three in a row, and which of them are chosen',
  { tags: ['LIST-43', 'LIST-44', 'LIST-49', 'LIST-50'] },
  async () => {
    render()
    await specific.click()
    await button('Show the countries of Asia Pacific').click()
    await expect.element(country('Vietnam')).toBeVisible()
    expectThreePerRow(page.getByRole('checkbox', { name: /^(Australia|Fiji|Guam|Hong Kong)/ }))
    await australia.click()
    await expect.element(asia).toBePartiallyChecked()
    asia.element().focus()
    await userEvent.keyboard(' ')
    await expect.element(asia).toBeChecked()
    await expect.element(country('Vietnam')).toBeChecked()
    await expect.element(country('Japan')).not.toBeInTheDocument()
  },
)

test('the chosen countries survive a look at all regions', async () => {
  render()
  await specific.click()
  await button('Show the countries of Asia Pacific').click()
  await australia.click()
  await all.click()
  await expect.element(asia).not.toBeInTheDocument()
  await specific.click()
  await expect.element(australia).toBeChecked()
  await expect.element(asia).toBePartiallyChecked()
})

test('the selected regions come back also after a look at another section', async () => {
  render()
  await specific.click()
  await button('Show the countries of Asia Pacific').click()
  await australia.click()
  await all.click()
  await page.getByRole('tab', { name: /^Support/ }).click()
  await expect.element(all).not.toBeInTheDocument()
  await page.getByRole('tab', { name: /^Pricing & Availability/ }).click()
  await expect.element(all).toBeChecked()
  await specific.click()
  await expect.element(asia).toBePartiallyChecked()
})

test(
  'the missing region is an error only after a choice was undone, until its countries are closed',
  { tags: ['LIST-51', 'LVAL-19', 'LVAL-20'] },
  async () => {
    render()
    await specific.click()
    await expect.element(asia).toBeVisible()
    await expect.element(missing).not.toBeInTheDocument()
    await button('Show the countries of Asia Pacific').click()
    await asia.click()
    await asia.click()
    await expect.element(missing).toBeVisible()
    await button('Hide the countries of Asia Pacific').click()
    await expect.element(missing).not.toBeInTheDocument()
    await asia.click()
    await asia.click()
    await expect.element(missing).toBeVisible()
    await all.click()
    await expect.element(missing).not.toBeInTheDocument()
  },
)

test(
  'closing countries clears the error of a whole-form check, until the next check or choice',
  { tags: ['LIST-51', 'LVAL-19', 'LVAL-37'] },
  async () => {
    const unpublished = buildSubmission({ regions: {}, countries: {} })
    renderListing({ section: 'regions', unpublished })
    const check = page.getByRole('button', { name: 'Check listing' })
    const summary = page
      .getByRole('alert')
      .filter({ hasText: 'Please correct the errors below before submitting for review' })
    const error = page.getByText(/^You must select a region/)
    const tab = page.getByRole('tab', { name: /^Pricing & Availability/ })
    await specific.click()
    await check.click()
    await expect.element(error).toBeVisible()
    await expect.element(summary).toMatchTextContent('You must select a region or country')
    await button('Show the countries of Asia Pacific').click()
    await button('Hide the countries of Asia Pacific').click()
    await expect.element(error).not.toBeInTheDocument()
    await expect.element(summary).not.toBeInTheDocument()
    await expect.element(tab).not.toHaveAccessibleName(/has errors/)
    await check.click()
    await expect.element(summary).toMatchTextContent('You must select a region or country')
    await expect.element(tab).toHaveAccessibleName(/has errors/)
    await button('Show the countries of Asia Pacific').click()
    await button('Hide the countries of Asia Pacific').click()
    await expect.element(summary).not.toBeInTheDocument()
    await asia.click()
    await asia.click()
    await expect.element(error).toBeVisible()
    await expect.element(summary).toMatchTextContent('You must select a region or country')
  },
)

test(
  'a link mails the marketplace support about a missing country',
  { tags: ['LIST-45', 'LIST-46'] },
  async () => {
    renderListing({
      section: 'regions',
      session: buildSession({ flags: { marketplace_support_email: 'countries@example.test' } }),
      unpublished: null,
    })
    await specific.click()
    await expect
      .element(page.getByRole('link', { name: /Is a country missing\?/ }))
      .toHaveAttribute('href', 'mailto:countries@example.test')
  },
)
