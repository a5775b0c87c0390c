import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import {
  createBucket,
  deleteBucket,
  listBucketChanges,
  listBuckets,
  listQuotaServers,
  previewBucket,
  revertBucketChange,
  updateBucket,
} from '@trestle/domain/quotas/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminSession, buildSession, later, now } from '../../testing/build.ts'
import { asksBeforeClosing } from '../../testing/leaving.ts'
import { hold, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { bucket, preview, server } from '../../testing/quotas.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const alert = page.getByRole('alertdialog')
const reason = page.getByRole('textbox', { name: 'Reason' })

async function open() {
  reply(listQuotaServers, [{ name: server, buckets: 1 }])
  reply(listBuckets, [bucket])
  reply(previewBucket, preview)
  renderPage(paths.rateLimits(), { session: buildAdminSession() })
  await expect.element(page.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
}

async function chooseAction(name: string) {
  await page.getByRole('button', { name: 'Actions for Crane calls' }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function confirm(name: string) {
  await reason.fill('Too many calls.')
  await page.getByRole('dialog').last().getByRole('button', { name }).click()
}

async function editName() {
  await chooseAction('Edit')
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Crane calls 2')
  await page.getByRole('button', { name: 'Review and save' }).click()
}

test('names the bucket of an ID to copy', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: 'Copy OAuth app ID of Crane calls' })).toBeVisible()
})

test('finds the bucket of one of many apps, and keeps the search while its form is open', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({
    ...bucket,
    id: n + 1,
    name: `Calls ${n}`,
    domain: `client-${n}`,
    app: { id: n + 1, internal_name: `Crane ${n}` },
  }))
  await open()
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
  reply(listBuckets, many)
  await queryClient.invalidateQueries()
  const rows = page.getByRole('row')
  await expect.poll(() => rows.elements().length).toBe(41)
  await page.getByRole('searchbox', { name: 'Search' }).fill('crane 39')
  await expect.poll(() => rows.elements().length).toBe(2)
  await page.getByRole('button', { name: 'Actions for Calls 39' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Actions for Calls 39' })).toHaveFocus()
  await expect.poll(() => rows.elements().length).toBe(2)
})

test('the focus returns to the actions of the bucket whose form is canceled', async () => {
  await open()
  await chooseAction('Edit')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Actions for Crane calls' })).toHaveFocus()
})

test('shows why a bucket was not added, and keeps the form', async () => {
  reply(listOauthApplications, [])
  refuse(createBucket, { code: 'conflict', message: 'This client has a bucket already.' })
  await open()
  await page.getByRole('button', { name: 'Add bucket' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Second')
  await page.getByRole('combobox', { name: 'OAuth app ID' }).fill('client-8')
  await page.getByRole('option', { name: /client-8/ }).click()
  await page.getByRole('button', { name: 'Review and add' }).click()
  await confirm('Add bucket')
  await expect.element(alert).toMatchTextContent(`${server}: This client has a bucket already.`)
  await expect
    .element(alert)
    .toMatchTextContent('The templates for the servers that failed are still in the form.')
})

const sides = () =>
  texts(page.getByRole('dialog').last().getByRole('definition')).filter((text) => text.includes(' in '))

test('the review of a change shows the limits and the name before and after', async () => {
  await open()
  reply(previewBucket, { ...preview, bucket })
  await chooseAction('Edit')
  await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Crane calls 2')
  await page
    .getByRole('group', { name: 'Template 2' })
    .getByRole('textbox', { name: 'Limit (calls)' })
    .fill('12')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const main = 'main: 7,200 in 1 hour'
  await expect
    .poll(sides)
    .toEqual([
      `Name: Crane calls${main} · spike: 100 in 10 seconds`,
      `Name: Crane calls 2${main} · spike: 12 in 10 seconds`,
    ])
  await expectAccessible()
})

test('the review of a deleted bucket shows its limits and that the default ones follow', async () => {
  await open()
  reply(previewBucket, { ...preview, bucket })
  await chooseAction('Delete')
  const after = page.getByRole('dialog').getByText('No bucket (default limits)')
  await expect.element(after).toBeVisible()
  expect(sides()).toEqual(['main: 7,200 in 1 hour · spike: 100 in 10 seconds'])
})

test('shows why a bucket was not saved, and keeps the form', async () => {
  refuse(updateBucket, { code: 'conflict', message: 'This client has a bucket already.' })
  await open()
  await editName()
  await confirm('Save bucket')
  await expect.element(alert).toMatchTextContent(`${server}: This client has a bucket already.`)
  await alert.getByRole('button').last().click()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect.element(reason).toHaveValue('Too many calls.')
})

test('saving a bucket that someone deleted says where it can be restored', async () => {
  refuseInBackground(updateBucket, { code: 'not_found', message: 'Bucket not found.' })
  await open()
  await editName()
  await confirm('Save bucket')
  await expect
    .element(alert)
    .toMatchTextContent(`${server}: Someone else deleted this bucket. You can restore it from the history.`)
})

test('deleting a bucket that someone deleted says where it can be restored', async () => {
  await open()
  refuseInBackground(previewBucket, { code: 'not_found', message: 'Bucket not found.' })
  refuseInBackground(deleteBucket, { code: 'not_found', message: 'Bucket not found.' })
  await chooseAction('Delete')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(`This bucket is no longer on ${server}`)).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Someone else deleted it\. You can restore it/)
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await confirm('Delete bucket')
  await expect
    .element(alert)
    .toMatchTextContent('Someone else deleted this bucket. You can restore it from the history.')
})

test('a stale save shows the other change, and saving again replaces only what was edited', async () => {
  const bucket_templates = bucket.bucket_templates.map((template) => ({ ...template, limit: 50 }))
  const current = { ...bucket, name: 'Their name', bucket_templates, updated_at: later }
  refuse(updateBucket, { code: 'conflict', message: 'Changed meanwhile.', current })
  await open()
  await editName()
  await confirm('Save bucket')
  await expect.element(alert).toMatchTextContent(/It's now Their name with main: 50 in 1 hour/)
  await alert.getByRole('button').last().click()
  const limit = page
    .getByRole('group', { name: 'Template 1' })
    .getByRole('textbox', { name: 'Limit (calls)' })
  await expect.element(limit).toHaveValue('50')
  reply(updateBucket, { ...bucket, updated_at: later })
  await page.getByRole('button', { name: 'Review and save' }).click()
  await confirm('Save bucket')
  await expect.element(page.getByText(`${server}: saved`)).toBeVisible()
  expect(sent(updateBucket).map(({ body }) => body.if_unchanged_since)).toEqual([now, later])
  expect(sent(updateBucket).at(-1)?.body).toMatchObject({ name: 'Crane calls 2', bucket_templates })
})

test('shows why a bucket was not deleted', async () => {
  refuse(deleteBucket, { code: 'conflict', message: 'Someone else changed it.' })
  await open()
  await chooseAction('Delete')
  await confirm('Delete bucket')
  await expect.element(alert).toMatchTextContent('Someone else changed it.')
  await userEvent.keyboard('{Escape}')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(reason).toHaveValue('Too many calls.')
  expect(sent(deleteBucket).map(({ query }) => query.if_unchanged_since)).toEqual([bucket.updated_at])
})

test('loads the history of a bucket apart from that of its server', async () => {
  reply(listBucketChanges, [])
  await open()
  await page.getByRole('button', { name: 'History' }).first().click()
  await expect.poll(() => sent(listBucketChanges).length).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await chooseAction('History')
  await expect
    .poll(() => sent(listBucketChanges).map(({ query }) => query.filters?.bucket_id))
    .toEqual([undefined, String(bucket.id)])
})

test("closing the history of a bucket doesn't load that of its server", async () => {
  reply(listBucketChanges, [])
  await open()
  await chooseAction('History')
  const drawer = page.getByRole('dialog')
  await expect.element(drawer.getByText('No changes yet')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  expect(sent(listBucketChanges).map(({ query }) => query.filters?.bucket_id)).toEqual([String(bucket.id)])
})

function replyHistory() {
  const { name, client_id, domain, bucket_templates } = bucket
  reply(listBucketChanges, [
    {
      id: 9,
      bucket_id: 5,
      kind: 'created',
      before: null,
      after: { name, client_id, domain, bucket_templates },
      reason: 'A new client.',
      changed_by: { id: 1, name: 'Dana Reyes' },
      changed_at: now,
      reverts: null,
    },
  ])
}

test('Escape closes the question about a revert, and not the history below it', async () => {
  replyHistory()
  await open()
  await page.getByRole('button', { name: 'History' }).first().click()
  await page.getByRole('button', { name: 'Revert change 9' }).click()
  await expect.element(reason).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(reason).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Revert change 9' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('asks before a typed reason is lost', async () => {
  await open()
  await chooseAction('Delete')
  await reason.fill('Too many calls.')
  await expect.poll(asksBeforeClosing).toBe(true)
})

test('shows why a change was not reverted', async () => {
  replyHistory()
  refuse(revertBucketChange, { code: 'conflict', message: 'It was reverted already.' })
  await open()
  await page.getByRole('button', { name: 'History' }).first().click()
  await page.getByRole('button', { name: 'Revert change 9' }).click()
  await confirm('Revert change')
  await expect.element(alert).toMatchTextContent('It was reverted already.')
})

test(
  'a failed preview can be retried and does not block the change',
  { tags: ['RATE-05', 'RATE-15', 'RATE-17'] },
  async () => {
    reply(deleteBucket)
    await open()
    refuse(previewBucket, { code: 'unavailable', message: 'The counts are not ready.' })
    await chooseAction('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete bucket Crane calls from Production_US01?' })
    const effect = 'Clients fall back to the default limits.'
    await expect.element(dialog.getByText(effect, { exact: true })).toBeVisible()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The counts are not ready.')
    reply(previewBucket, { ...preview, calls: 1200, throttled_then: 30 })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('1,200')).toBeVisible()
    const previews = sent(previewBucket).length
    await confirm('Delete bucket')
    await expect.element(page.getByText(`Bucket Crane calls deleted from ${server}`)).toBeVisible()
    expect(sent(previewBucket), 'not asked for again after the deletion').toHaveLength(previews)
  },
)

test('a change needs a reason', { tags: ['RATE-14', 'RATE-15'] }, async () => {
  reply(deleteBucket)
  await open()
  await chooseAction('Delete')
  await page.getByRole('button', { name: 'Delete bucket' }).click()
  await expect.element(reason).toHaveAccessibleDescription(/^Enter a reason\./)
  await expect.element(reason).toHaveFocus()
  expect(sent(deleteBucket)).toEqual([])
})

test('a change can be confirmed once its review shows, which moves the button', async () => {
  await open()
  const review = hold(previewBucket)
  await editName()
  const save = page.getByRole('dialog').last().getByRole('button', { name: 'Save bucket' })
  await expect.element(save).toBeDisabled()
  review.release()
  await expect.element(save).toBeEnabled()
})

test('a change whose review cannot be loaded can be confirmed', async () => {
  await open()
  refuse(previewBucket, { code: 'internal', message: 'The review failed.' })
  await editName()
  const question = page.getByRole('dialog').last()
  await expect.element(question).toMatchTextContent('The review failed.')
  await expect.element(question.getByRole('button', { name: 'Save bucket' })).toBeEnabled()
})

test('a change that runs can no longer be canceled', async () => {
  reply(deleteBucket)
  await open()
  const deletion = hold(deleteBucket)
  await chooseAction('Delete')
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await expect.element(cancel).toBeEnabled()
  await confirm('Delete bucket')
  await expect.poll(() => sent(deleteBucket)).toHaveLength(1)
  await expect.element(cancel).toBeDisabled()
  deletion.release()
  await expect.element(page.getByText(`Bucket Crane calls deleted from ${server}`)).toBeVisible()
})

async function openAt(address: string) {
  reply(listQuotaServers, [{ name: server, buckets: 1 }])
  reply(listBuckets, [{ ...bucket, updated_at: '2026-01-02T23:30:00.000Z' }])
  renderPage(`${paths.rateLimits()}?${address}`, { session: buildAdminSession() })
  await expect.element(page.getByRole('table')).toBeVisible()
}

test.each(['99999', 'abc'])('says no more of the bucket %s than that there is none', async (id) => {
  await openAt(`server=${server}&bucket=${id}`)
  const title = page.getByText(`This bucket isn't on ${server}`)
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText(/Someone else deleted/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(title).not.toBeInTheDocument()
})

test('names a server of the address that there is not', async () => {
  await openAt(`server=Bogus&bucket=${bucket.id}`)
  await expect.element(page.getByText("Server Bogus doesn't exist")).toBeVisible()
  await expect.element(page.getByText(`This page shows ${server} instead.`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Review and save' })).not.toBeInTheDocument()
})

test('shows the day of a change', { tags: ['CONST-05'] }, async () => {
  await openAt('')
  await expect.element(page.getByRole('cell', { name: '2026-01-02', exact: true })).toBeVisible()
})

test('a reason that is too long stays whole, and is refused with its length', async () => {
  await open()
  await chooseAction('Delete')
  await expect.element(reason).toHaveAccessibleDescription(/At most 500 characters\./)
  await reason.fill('x'.repeat(503))
  await expect.element(reason).toHaveValue('x'.repeat(503))
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete bucket' }).click()
  await expect
    .element(reason)
    .toHaveAccessibleDescription(/Reason can have at most 500 characters\. It has 503\./)
  await expect.element(reason).toHaveFocus()
  // A deletion would be an unexpected call, which fails the test.
})

test('can retry a failed load of the buckets', async () => {
  reply(listQuotaServers, [{ name: server, buckets: 1 }])
  refuse(listBuckets, { code: 'internal', message: 'It broke.' })
  renderPage(paths.rateLimits(), { session: buildAdminSession() })
  const failed = page.getByRole('alert').getByText('An error occurred', { exact: true })
  await expect.element(failed).toBeVisible()
  reply(listBuckets, [bucket])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
})

test('a failed refetch keeps typed limits, the list and the history', async () => {
  const { name, client_id, domain, bucket_templates } = bucket
  const change = {
    id: 9,
    bucket_id: 5,
    kind: 'created',
    before: null,
    after: { name, client_id, domain, bucket_templates },
    reason: 'A new client.',
    changed_by: { id: 1, name: 'Dana Reyes' },
    changed_at: now,
    reverts: null,
  } as const
  reply(listBucketChanges, [change])
  await open()
  await chooseAction('Edit')
  const input = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await input.fill('Crane calls 2')
  await page.getByRole('button', { name: 'History' }).first().click()
  await expect.element(page.getByText('A new client.')).toBeVisible()
  for (const endpoint of [listQuotaServers, listBuckets, listBucketChanges]) {
    refuse(endpoint, { code: 'internal', message: 'It broke.' })
  }
  await queryClient.refetchQueries({ type: 'active' })
  await expect.element(page.getByText('It broke.').first()).toBeInTheDocument()
  await expect.element(page.getByText('A new client.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect.element(input).toHaveValue('Crane calls 2')
  await expect.element(page.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
})

test(
  'lists the buckets of the chosen server, which is in the URL',
  { tags: ['RATE-01', 'RATE-03', 'RATE-10'] },
  async () => {
    reply(listQuotaServers, [
      { name: server, buckets: 1 },
      { name: 'Production_UK01', buckets: 0 },
    ])
    reply(listBuckets, ({ params }) => (params.server === server ? [bucket] : []))
    renderPage(paths.rateLimits(), { session: buildAdminSession() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'QuotaMinder' })).toBeVisible()
    const row = page.getByRole('region', { name: 'Buckets of Production_US01' }).getByRole('listitem')
    await expect
      .poll(() => texts(row))
      .toEqual(['main: 7,200 in 1 hour', 'spike: 100 in 10 seconds', 'Production_US01'])
    await page.getByRole('combobox', { name: 'Server' }).click()
    await expect
      .poll(() => texts(page.getByRole('option')))
      .toEqual(['Production_US01 (1 bucket)', 'Production_UK01 (0 buckets)'])
    await page.getByRole('option', { name: /^Production_UK01/ }).click()
    await expect.element(page.getByText('No buckets on Production_UK01 yet')).toBeVisible()
    expect(currentAddress()).toBe('/admin/quota_minder?server=Production_UK01')
  },
)

test('does not exist for anyone but platform admins', { tags: ['RATE-16'] }, async () => {
  renderPage(paths.rateLimits(), { session: buildSession({ developer: { is_employee: true } }) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(sent(listQuotaServers)).toEqual([])
})
