import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import {
  createBucket,
  listBuckets,
  listQuotaServers,
  previewBucket,
} from '@trestle/domain/quotas/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildAdminSession } from '../../testing/build.ts'
import { reply, sent } from '../../testing/network.ts'
import { bucket, preview, server } from '../../testing/quotas.ts'
import { renderPage } from '../../testing/render.tsx'

const second = 'Monthly_Sandbox_US02'
const form = page.getByRole('region', { name: 'Add a bucket' })
const field = (name: string) => form.getByRole('textbox', { name, exact: true }).first()
const app = form.getByRole('combobox', { name: 'OAuth app ID' })
const submit = form.getByRole('button', { name: 'Review and add' })
const dialog = page.getByRole('dialog')
const template = (number: number) => form.getByRole('group', { name: `Template ${number}` })

async function open() {
  reply(listQuotaServers, [
    { name: server, buckets: 0 },
    { name: second, buckets: 0 },
  ])
  reply(listBuckets, [])
  reply(previewBucket, preview)
  reply(listOauthApplications, [])
  renderPage(`/admin/quota_minder?server=${server}`, { session: buildAdminSession() })
  await expect.element(page.getByText(`No buckets on ${server} yet`)).toBeVisible()
  await page.getByRole('button', { name: 'Add bucket' }).click()
  await expect.element(field('Client ID')).toHaveValue('*')
}

async function fill() {
  await open()
  await field('Name').fill('Crane calls')
  await app.fill('client-7')
  await page.getByRole('option', { name: /client-7/ }).click()
}

async function confirm() {
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the partner')
  await dialog.getByRole('button', { name: 'Add bucket' }).click()
}

async function expectLimit(number: number, [name, interval, limit]: [string, string, string]) {
  const within = template(number)
  await expect.element(within.getByRole('combobox', { name: 'Name' })).toHaveValue(name)
  await expect
    .element(within.getByRole('combobox', { name: 'Fill type' }))
    .toHaveValue('count: a fixed window')
  await expect.element(within.getByRole('textbox', { name: 'Interval (ms)' })).toHaveValue(interval)
  await expect.element(within.getByRole('textbox', { name: 'Limit (calls)' })).toHaveValue(limit)
}

test(
  'a new bucket starts with the default limits, and so does an added template',
  { tags: ['RATE-02', 'RATE-07', 'RATE-11', 'RATE-12', 'RATE-13', 'RATE-17'] },
  async () => {
    await open()
    await expect.element(field('Client ID')).toHaveValue('*')
    await expect.element(form.getByText('Use * to apply the limits to every client.')).toBeVisible()
    await expectLimit(1, ['main', '3,600,000', '7,200'])
    await expectLimit(2, ['spike', '10,000', '100'])
    await field('Name').fill('Crane calls')
    await form.getByRole('button', { name: 'Add template' }).click()
    await expectLimit(3, ['spike', '10,000', '100'])
    await expect.element(template(3).getByRole('combobox', { name: 'Name' })).toHaveFocus()
    await field('Client ID').fill('7001')
    await expect.element(form.getByText(/With 7001, the bucket applies to this client only\.$/)).toBeVisible()
  },
)

test(
  'a new bucket is validated, previewed and confirmed with a reason',
  { tags: ['RATE-02', 'RATE-14', 'RATE-17'] },
  async () => {
    reply(createBucket, bucket)
    await fill()
    await form.getByRole('button', { name: 'Add template' }).click()
    await template(3).getByRole('textbox', { name: 'Limit (calls)' }).fill('')
    await submit.click()
    await expect.element(form.getByRole('button', { name: /^Template 3: Limit/ })).toBeVisible()
    await form.getByRole('button', { name: 'Remove template 3' }).click()
    await submit.click()
    await expect.element(dialog).toHaveAccessibleName(`Add this bucket to ${server}?`)
    await expect
      .element(dialog)
      .toMatchTextContent(`None of the affected clients called ${server} in the last 24 hours.`)
    await dialog.getByRole('button', { name: 'Add bucket' }).click()
    await expect.element(dialog).toMatchTextContent("Enter a reason. It's stored in the history.")
    await confirm()
    await expect.element(page.getByText(`${server}: added`)).toBeVisible()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Add bucket' })).toHaveFocus()
    expect(sent(createBucket)).toMatchObject([{ body: { reason: 'Agreed with the partner' } }])
  },
)

test('removing a template moves the focus to the one before it, or to the button that adds one if none is left', async () => {
  await open()
  await form.getByRole('button', { name: 'Remove template 2' }).click()
  await expect.element(template(1).getByRole('combobox', { name: 'Name' })).toHaveFocus()
  await form.getByRole('button', { name: 'Remove template 1' }).click()
  await expect.element(form.getByRole('button', { name: 'Add template' })).toHaveFocus()
})

test(
  'the app of a bucket is chosen by name; its id is shown, and unknown ids are accepted',
  { tags: ['RATE-06'] },
  async () => {
    await open()
    await submit.click()
    await form.getByRole('button', { name: 'OAuth app ID: This field is required' }).click()
    await expect.element(app).toHaveFocus()
    reply(listOauthApplications, [
      {
        uid: 'client-9',
        name: 'Ledger Bridge',
        href: '/admin/developer_apps/9',
        developer_app_name: 'Ledger Bridge',
        owner_name: 'Dana Reyes',
        owner_email: 'dana@example.test',
        suspended: false,
      },
    ])
    await app.fill('ledger')
    await page.getByRole('option', { name: 'Ledger Bridge dana@example.test' }).click()
    await expect.element(app).toHaveValue('Ledger Bridge')
    await expect.element(app).toHaveAccessibleDescription('client-9')
    await app.fill('an-id-from-elsewhere')
    await page.getByRole('option', { name: /^an-id-from-elsewhere/ }).click()
    await expect.element(app).toHaveValue('an-id-from-elsewhere')
    await form.getByRole('button', { name: 'Remove an-id-from-elsewhere' }).click()
    await expect.element(app).toHaveValue('')
  },
)

test('Tab keeps a typed OAuth app ID and drops an invalid one', { tags: ['RATE-06'] }, async () => {
  await open()
  await app.fill('typed-by-hand')
  await userEvent.keyboard('{Tab}')
  await expect.element(field('Client ID')).toHaveFocus()
  await expect.element(app).toHaveValue('typed-by-hand')
  await app.fill('Ledger Bridge of whom')
  await userEvent.keyboard('{Tab}')
  await expect.element(app).toHaveValue('typed-by-hand')
})

test(
  'each template server gets its own request; a failed one shows an alert and keeps its rows',
  { tags: ['RATE-18', 'ERR-08'] },
  async () => {
    await fill()
    await template(2).getByRole('combobox', { name: 'Server' }).click()
    await page.getByRole('option', { name: second }).click()
    reply(createBucket, ({ params }) => {
      if (params.server === server) return bucket
      throw new TypeError('The connection is lost.')
    })
    await submit.click()
    await expect.element(dialog).toHaveAccessibleName('Add this bucket to 2 servers?')
    await expect.element(dialog).toMatchTextContent(`Add this bucket to ${server}?`)
    await expect.element(dialog).toMatchTextContent(`Add this bucket to ${second}?`)
    await confirm()
    const alert = page.getByRole('alertdialog')
    await expect.element(alert).toMatchTextContent(`${second}: `)
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect.element(page.getByText(`${server}: added`)).toBeVisible()
    expect(sent(createBucket).map(({ params }) => params.server)).toEqual([server, second])
    await expect.element(template(1).getByRole('combobox', { name: 'Server' })).toHaveValue(second)
    await expect.element(template(2)).not.toBeInTheDocument()
    reply(createBucket, { ...bucket, server: second })
    await submit.click()
    await expect.element(dialog).toHaveAccessibleName(`Add this bucket to ${second}?`)
    await confirm()
    await expect.element(page.getByText(`${second}: added`)).toBeVisible()
  },
)

test('a bucket that the server already has is not offered for addition', { tags: ['RATE-14'] }, async () => {
  reply(createBucket, bucket)
  await fill()
  reply(previewBucket, { ...preview, bucket })
  await submit.click()
  const taken = `${server} already has a bucket of this app for client *: ${bucket.name}. Cancel and edit that one.`
  await expect.element(dialog.getByText(taken)).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Add bucket' })
  await expect.element(add).toBeDisabled()
  await expect.element(add).toHaveAccessibleDescription(taken)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Agreed{Enter}')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sent(createBucket)).toEqual([])
})

test('an interval of 0 shows only its error below the field', async () => {
  await open()
  const interval = template(1).getByRole('textbox', { name: 'Interval (ms)' })
  await expect.element(interval).toHaveAccessibleDescription('1 hour')
  await interval.fill('0')
  await userEvent.keyboard('{Tab}')
  await expect.element(interval).toHaveAccessibleDescription(/^An interval is a number of milliseconds/)
  const lines = interval
    .element()
    .closest('.mantine-InputWrapper-root')
    ?.querySelectorAll('[id$=-description]')
  expect(lines).toHaveLength(0)
})

test.each(['1e3', '10.5', '1,00', '-5', '0x10', '99999999999999999999'])(
  'a limit of %s stays as typed and is refused',
  async (text) => {
    await fill()
    const limit = template(1).getByRole('textbox', { name: 'Limit (calls)' })
    await limit.fill('')
    await userEvent.click(limit)
    await userEvent.keyboard(text)
    await userEvent.keyboard('{Tab}')
    await expect.element(limit).toHaveValue(text)
    await expect.element(limit).toHaveAccessibleDescription('A limit is a whole number from 1 to 1,000,000')
    await submit.click()
    await expect.element(form.getByRole('button', { name: /^Template 1: Limit/ })).toBeVisible()
  },
)

test('numbers can have thousands separators and spaces around them', async () => {
  reply(createBucket, bucket)
  await fill()
  await template(1).getByRole('textbox', { name: 'Interval (ms)' }).fill(' 1,800,000 ')
  await expect
    .element(template(1).getByRole('textbox', { name: 'Interval (ms)' }))
    .toHaveAccessibleDescription('30 minutes')
  await template(1).getByRole('textbox', { name: 'Limit (calls)' }).fill('9000')
  await userEvent.keyboard('{Tab}')
  await expectLimit(1, ['main', '1,800,000', '9,000'])
  await submit.click()
  await confirm()
  await expect.element(form).not.toBeInTheDocument()
  const [template1] = sent(createBucket)[0]?.body.bucket_templates ?? []
  expect(template1).toMatchObject({ interval_ms: 1_800_000, limit: 9000 })
})

test('choosing another server keeps unsaved input', async () => {
  await fill()
  await page.getByRole('combobox', { name: 'Server' }).first().click()
  await page.getByRole('option', { name: new RegExp(`^${second}`) }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Name')).toHaveValue('Crane calls')
})
