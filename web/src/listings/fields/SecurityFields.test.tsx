import { updateSubmission } from '@trestle/domain/listings/contract.ts'
import { emptyQuestionnaire } from '@trestle/domain/listings/emptyContent.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildSession, buildSubmission } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { refuse, reply, sent } from '../../../testing/network.ts'

const unanswered = {
  ...emptyQuestionnaire,
  headquarters_country: null,
  data_processing_countries: [],
  security_standards: [],
}
const hidden = buildSubmission({ security_questionnaire_visible: false, security_questionnaire: unanswered })
const shown = buildSubmission({ security_questionnaire_visible: true, security_questionnaire: unanswered })

const tab = page.getByRole('tab', { name: /^Security & Compliance/ })
const panel = page.getByRole('tabpanel')
const save = page.getByRole('button', { name: 'Save draft' })
const toggle = panel.getByRole('switch', { name: 'Answer the questionnaire and show the answers' })
const questions = panel.getByRole('radiogroup')
const question = (start: string) => panel.getByRole('radiogroup', { name: new RegExp(`^${start}`) })
const answer = (name: string, provided: 'Yes' | 'No') =>
  question(name).getByRole('radio', { name: provided }).click()

/** Finds a text box or a combobox by its whole label. */
const field = (name: string) =>
  panel.getByRole('textbox', { name, exact: true }).or(panel.getByRole('combobox', { name, exact: true }))

const render = (unpublished = shown) => renderListing({ section: 'security', unpublished })

test('the refusal of a field ends with the answer that makes it unnecessary', async () => {
  const message = 'This email is invalid'
  const fields = { 'security_questionnaire.security_email': [message] }
  refuse(updateSubmission, { code: 'invalid_input', message, fields })
  render()
  await answer('Do you have a contact for security', 'Yes')
  await field('Security email').fill('security')
  await save.click()
  const refusal = page.getByRole('alert')
  await expect.element(refusal).toMatchTextContent(`Security email: ${message}`)
  await answer('Do you have a contact for security', 'No')
  await expect.element(refusal).not.toBeInTheDocument()
  await expect.element(field('Security email')).not.toHaveAccessibleDescription(/invalid/)
  await answer('Do you have a contact for security', 'Yes')
  await expect.element(field('Security email')).toHaveAccessibleDescription(/invalid/)
})

/** Questions whose answer "Yes" enables fields, and the error of the first field. */
const dependents = [
  ['Do other companies process customer data', ['Which companies, and for what purpose?']],
  ['Does your app handle sensitive data', ['Which data, and how is it protected?']],
  ['Do you have a contact for security', ['Security email']],
  ['Is your company accredited', ['Standards', 'Other standards']],
  ['Do you have a vulnerability disclosure', ['URL of the published rules']],
  ['Can companies sign in through their own', ['Providers', 'Other providers']],
] as const

const yesOrNo = [
  'Does your app support multi-factor',
  'Does your app download files',
  ...dependents.map(([name]) => name),
  'Is your security audited',
  'Is your app penetration-tested',
  'Will you notify Trestle',
  'Do you have a bug bounty',
  'Is customer data encrypted at rest',
  'Is customer data encrypted in transit',
  'Does your app support SAML 2.0',
]

test('a server without the questionnaire has no tab for it', { tags: ['SEC-01', 'SEC-03'] }, async () => {
  const session = buildSession({ flags: { security_and_compliance_enabled: false } })
  renderListing({ section: 'security', unpublished: shown, session })
  await expect
    .element(page.getByRole('tab', { name: /^App Information/ }))
    .toHaveAttribute('aria-selected', 'true')
  await expect.element(tab).not.toBeInTheDocument()
  expect(page.getByRole('tab').elements()).toHaveLength(9)
})

test(
  'a switch shows and hides the questions, and changes nothing until it is saved',
  { tags: ['SEC-02', 'SEC-03'] },
  async () => {
    render(hidden)
    await expect.element(toggle).not.toBeChecked()
    await expect.element(questions).not.toBeInTheDocument()
    await toggle.click()
    await expect.poll(() => questions.elements()).toHaveLength(yesOrNo.length)
    await toggle.click()
    await expect.element(questions).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
    expect(page.getByText(/^Security questionnaire (en|dis)abled/).elements()).toEqual([])
  },
)

test.each([
  ['enabled', hidden, true],
  ['disabled', shown, false],
] as const)(
  'a message says after the save that the questionnaire is %s',
  { tags: ['SEC-04', 'SEC-05', 'SEC-06'] },
  async (state, unpublished, visible) => {
    reply(updateSubmission, buildSubmission({ security_questionnaire_visible: visible }))
    render(unpublished)
    await toggle.click()
    await save.click()
    await expect.element(page.getByText(`Security questionnaire ${state}`)).toBeVisible()
    expect(sent(updateSubmission)).toMatchObject([{ body: { security_questionnaire_visible: visible } }])
  },
)

test(
  'a read-only sheet 900 px wide explains the questions in four blocks, with a way back',
  { tags: ['SEC-07', 'SEC-08', 'SEC-09', 'SEC-10', 'SEC-11'] },
  async () => {
    render(hidden)
    const opener = panel.getByRole('button', { name: 'Review questions' })
    await opener.click()
    const sheet = page.getByRole('dialog', { name: 'What the questionnaire asks' })
    await expect.element(sheet).toBeVisible()
    const { width, right } = sheet.element().getBoundingClientRect()
    expect([width, right]).toEqual([900, window.innerWidth])
    const headings = sheet.getByRole('heading', { level: 3 }).elements()
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Company and data location',
      'Data handling and subprocessors',
      'Audits, standards and testing',
      'Technical controls',
    ])
    const explained = sheet.getByRole('term').elements().length
    expect(explained).toBeGreaterThan(0)
    for (const reply of [/^Yes/, /^No/]) {
      expect(sheet.getByRole('definition').filter({ hasText: reply }).elements()).toHaveLength(explained)
    }
    expect(sheet.getByRole('textbox').or(sheet.getByRole('radio')).elements()).toEqual([])
    for (let press = 0; press < 4; press += 1) {
      await userEvent.keyboard('{Tab}')
      expect(sheet.element().contains(document.activeElement), 'the focus stays in the sheet').toBe(true)
    }
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

test(
  'sign-in and files come first, and every question requires a yes or a no',
  {
    tags: [
      'SEC-12',
      'SEC-13',
      'SEC-14',
      'SEC-15',
      'SEC-16',
      'SEC-17',
      'SEC-18',
      'SEC-19',
      'SEC-23',
      'SEC-27',
      'SEC-29',
      'SEC-30',
      'SEC-32',
      'SEC-33',
    ],
  },
  async () => {
    render()
    await expect.element(questions.nth(0)).toHaveAccessibleName(/multi-factor/)
    await expect.element(questions.nth(1)).toHaveAccessibleName(/download files with an authorized request/)
    for (const name of yesOrNo) {
      const choices = question(name).getByRole('radio').elements()
      expect(choices.map((choice) => choice instanceof HTMLInputElement && choice.checked)).toEqual([
        false,
        false,
      ])
    }
    await page.getByRole('button', { name: 'Check listing' }).click()
    const company = panel.getByRole('region', { name: 'Company and data location' })
    const errors = panel.getByText('This field is required')
    await expect.poll(() => errors.elements()).toHaveLength(yesOrNo.length + 5)
    expect(company.getByText('This field is required').elements()).toHaveLength(5)
    await answer('Does your app support multi-factor', 'No')
    await answer('Is your security audited', 'Yes')
    await field('Legal name of your company').fill('Northgate Software GmbH')
    await expect.poll(() => errors.elements()).toHaveLength(yesOrNo.length + 2)
  },
)

test.each(dependents)(
  '"%s…" enables %s after a yes, which is then required',
  { tags: ['SEC-20', 'SEC-21', 'SEC-22', 'SEC-24', 'SEC-28', 'SEC-31', 'SEC-33'] },
  async (question, fields) => {
    render()
    for (const name of fields) {
      await expect.element(field(name)).toBeDisabled()
      await expect.element(field(name)).toHaveAccessibleDescription(/Applies if you answer yes above\./)
    }
    await answer(question, 'Yes')
    const main = field(fields[0])
    await expect.element(main).toBeEnabled()
    await expect.element(main).not.toHaveAccessibleDescription(/Applies if you answer yes/)
    await expect.element(panel.getByText(`${fields[0]} *`, { exact: true })).toBeVisible()
    await main.click()
    await userEvent.keyboard('{Escape}')
    toggle.element().focus()
    await expect.element(main).toHaveAccessibleDescription(/This field is required/)
  },
)

test(
  'security email and disclosure URL must be valid, and the tab shows errors until the questionnaire is hidden',
  { tags: ['SEC-22', 'SEC-28', 'SEC-35'] },
  async () => {
    render()
    await answer('Do you have a contact for security', 'Yes')
    await answer('Do you have a vulnerability disclosure', 'Yes')
    await field('Security email').fill('us')
    await expect.element(field('Security email')).toHaveAccessibleDescription(/This email is invalid/)
    await field('URL of the published rules').fill('nowhere')
    await expect
      .element(field('URL of the published rules'))
      .toHaveAccessibleDescription(/This URL is invalid/)
    await expect.element(tab).toHaveAccessibleName(/has errors/)
    await toggle.click()
    await expect.element(tab).not.toHaveAccessibleName(/has errors/)
  },
)

test('other standards in words replace the list', { tags: ['SEC-24'] }, async () => {
  render()
  await answer('Is your company accredited', 'Yes')
  const standards = field('Standards')
  await standards.click()
  await userEvent.keyboard('{Escape}')
  toggle.element().focus()
  await expect.element(standards).toHaveAccessibleDescription(/This field is required/)
  const asterisk = panel.getByText('Standards *', { exact: true })
  await expect.element(asterisk).toBeVisible()
  await field('Other standards').fill('A regional scheme')
  await expect.element(standards).not.toHaveAccessibleDescription(/This field is required/)
  await expect.element(asterisk).not.toBeInTheDocument()
})

test(
  'standards are grouped by name, and the answers are saved',
  { tags: ['SEC-24', 'SEC-25', 'SEC-26', 'SEC-31'] },
  async () => {
    reply(updateSubmission, shown)
    render()
    await answer('Is your company accredited', 'Yes')
    await field('Standards').click()
    const soc = page.getByRole('group', { name: 'SOC 2' }).getByRole('option')
    await expect.element(soc.first()).toBeVisible()
    expect(soc.elements().map(({ textContent }) => textContent)).toEqual(['SOC 2 - Type 1', 'SOC 2 - Type 2'])
    await soc.nth(1).click()
    await expect.element(soc.nth(1)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Escape}')
    await answer('Can companies sign in through their own', 'Yes')
    for (const [name, option] of [
      ['Providers', 'Okta'],
      ['Countries where it is stored or processed', 'Ireland'],
      ['Country of your headquarters', 'Germany'],
    ] as const) {
      await field(name).fill(option)
      await page.getByRole('option', { name: option, exact: true }).click()
      await userEvent.keyboard('{Escape}')
    }
    await save.click()
    await expect
      .poll(() => sent(updateSubmission)[0]?.body.security_questionnaire)
      .toMatchObject({
        has_security_standards: true,
        security_standard_ids: [expect.any(Number)],
        sso_providers: ['Okta'],
        headquarters_country_id: 276,
        data_processing_country_ids: [372],
      })
  },
)

test('after a standard was chosen by keyboard, the arrows go on from there', async () => {
  render()
  await answer('Is your company accredited', 'Yes')
  await field('Standards').click()
  const options = page.getByRole('option')
  await expect.element(options.first()).toBeVisible()
  const labels = options.elements().map(({ textContent }) => textContent)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}{ArrowDown}{Enter}')
  for (const label of labels.slice(1, 3)) {
    await expect
      .element(page.getByRole('option', { name: label, exact: true }))
      .toHaveAttribute('aria-selected', 'true')
  }
})

const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('Enter picks the first country that is found; those that begin with what was typed come first', async () => {
  render()
  const country = field('Country of your headquarters')
  await country.fill('ind')
  await expect.poll(options).toEqual(['India', 'Indonesia', 'British Indian Ocean Territory'])
  await country.fill('ger')
  await expect.poll(options).toEqual(['Germany', 'Algeria', 'Niger', 'Nigeria'])
  await userEvent.keyboard('{Enter}')
  await expect.element(country).toHaveValue('Germany')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await country.fill('Germany')
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(country).toHaveValue('Germany')
})

test('a country that was typed in full is picked when its field is left', async () => {
  render()
  const country = field('Country of your headquarters')
  await country.fill('ger')
  await userEvent.tab()
  await expect.element(country).toHaveValue('')
  await country.fill(' germany')
  await userEvent.tab()
  await expect.element(country).toHaveValue('Germany')
  await country.fill('reunion')
  await userEvent.tab()
  await expect.element(country).toHaveValue('Réunion')
})

test('the first match of a list that opens again is picked, also if it is chosen already', async () => {
  render()
  const country = field('Country of your headquarters')
  const selected = (name: string) => page.getByRole('option', { name, exact: true })
  for (const [typed, name] of [
    ['germany', 'Germany'],
    ['g', 'Gabon'],
    ['gabo', 'Gabon'],
  ] as const) {
    await country.fill(typed)
    await expect.element(selected(name)).toHaveAttribute('data-combobox-selected')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
    await expect.element(country).toHaveValue(name)
  }
})

test('standards can be found by typing', async () => {
  render()
  await answer('Is your company accredited', 'Yes')
  await field('Standards').fill('soc 1')
  await expect.poll(options).toEqual(['SOC 1 - Type 1', 'SOC 1 - Type 2'])
})

test('answers that the server dropped with a no disappear', { tags: ['SEC-36'] }, async () => {
  const standards = { has_security_standards: true, security_standard_ids: [4] }
  reply(
    updateSubmission,
    buildSubmission({
      security_questionnaire_visible: true,
      security_questionnaire: { ...unanswered, has_security_standards: false },
    }),
  )
  render(
    buildSubmission({
      security_questionnaire_visible: true,
      security_questionnaire: { ...unanswered, ...standards },
    }),
  )
  const pill = panel.getByText('SOC 2 - Type 2', { exact: true })
  await expect.element(pill).toBeVisible()
  await answer('Is your company accredited', 'No')
  await save.click()
  await expect.element(page.getByText('Listing saved')).toBeVisible()
  await expect.element(pill).not.toBeInTheDocument()
})
