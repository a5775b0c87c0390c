import { deleteDraft, getDraft, putDraft } from '@trestle/domain/drafts/contract.ts'
import {
  createNotification,
  deleteNotification,
  getAdminNotification,
  listAdminNotifications,
  updateNotification,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildAdminSession, buildNotification, later, now } from '../../testing/build.ts'
import { expectHue } from '../../testing/hue.ts'
import { hold, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const field = (name: string) => page.getByRole('textbox', { name })
const box = (name: string) => page.getByRole('checkbox', { name })
const save = page.getByRole('button', { name: 'Save', exact: true })

async function render() {
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: now })
  reply(deleteDraft)
  renderPage(paths.newAdminNotification(), { session: buildAdminSession() })
  await field('Title').fill('Maintenance')
  await field('Summary').fill('On Sunday.')
}

test(
  'shows a refusal above the form and next to each field',
  { tags: ['ANOTE-08', 'ANOTE-09', 'ANOTE-10', 'ANOTE-11', 'ERR-03', 'ERR-04'] },
  async () => {
    await render()
    const message = 'Body is required'
    refuse(createNotification, { code: 'invalid_input', message, fields: { body: [message] } })
    await field('Body').click()
    const waiting = hold(createNotification)
    await save.click()
    await expect.poll(() => sent(createNotification)).toHaveLength(1)
    await expect.element(field('Body')).not.toHaveAttribute('aria-invalid', 'true')
    waiting.release()
    await expect
      .element(page.getByRole('alert').first())
      .toMatchTextContent('An error occurred["Body is required"]')
    await expect.element(field('Body')).toHaveAccessibleDescription(/Body is required/)
    await expect.element(field('Body')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('Title')).toHaveValue('Maintenance')
    await box('Critical').click()
    await expect.element(field('Body')).toHaveAttribute('aria-invalid', 'true')
  },
)

test(
  'marks a date that it cannot read when the field is left, and again after a refused save',
  { tags: ['ANOTE-14', 'ANOTE-15'] },
  async () => {
    await render()
    const date = field('Show after')
    const message = 'Show after must be a date like 2026-01-31'
    await date.fill('31.12.2026')
    await expect.element(date).not.toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('{Tab}')
    await expect.element(date).toHaveAccessibleDescription(new RegExp(message))
    await expect.element(date).toHaveAttribute('aria-invalid', 'true')

    refuse(createNotification, { code: 'invalid_input', message, fields: { show_after: [message] } })
    await date.click()
    await save.click()
    await expect
      .element(page.getByRole('alert').first())
      .toMatchTextContent(`An error occurred["${message}"]`)
    await expect.element(date).toHaveAttribute('aria-invalid', 'true')

    await date.fill('2026-12-31')
    await userEvent.keyboard('{Tab}')
    await expect.element(date).not.toHaveAttribute('aria-invalid', 'true')
  },
)

test(
  'the form marks title, summary and body as required',
  { tags: ['ANOTE-08', 'ANOTE-09', 'ANOTE-10'] },
  async () => {
    await render()
    for (const name of ['Title', 'Summary', 'Body']) await expect.element(field(name)).toBeRequired()
    await expect.element(field('Body')).toHaveValue('')
  },
)

test('counts the characters of texts, and announces a count near the limit', async () => {
  await render()
  await expect.element(field('Title')).toHaveAccessibleDescription('11 of 200 characters')
  await expect.element(field('Summary')).toHaveAccessibleDescription(/ 10 of 1,000 characters$/)
  await expect.element(field('Body')).toHaveAccessibleDescription(/ 0 of 50,000 characters$/)
  const announced = (text: string) => page.getByRole('status').filter({ hasText: text })
  await field('Title').fill('x'.repeat(180))
  await expect.element(announced('Close to the limit of 200 characters')).toBeInTheDocument()
  await field('Title').fill('x'.repeat(201))
  await expect.element(announced('More than 200 characters')).toBeInTheDocument()
})

/** A dialog that closes returns the focus to its opener a moment later. */
async function expectFocusOnError() {
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.activeElement?.textContent).toContain('An error occurred')
}

test('scrolls to a refusal and moves the focus there', { tags: ['ERR-03'] }, async () => {
  await render()
  const title = page.getByText('An error occurred', { exact: true })
  refuse(createNotification, { code: 'internal', message: 'It broke.' })
  await field('Body').fill('Line\n\n'.repeat(60))
  await save.click()
  await expect.element(title).toBeInViewport()
  expect(document.activeElement?.textContent).toContain('An error occurred')

  await box('Critical').click()
  await save.click()
  const question = page.getByRole('dialog')
  await expect.element(title).not.toBeInTheDocument()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expectFocusOnError()
})

test(
  'offers neither draft nor date for a critical notification',
  { tags: ['ANOTE-20', 'ANOTE-22', 'ANOTE-23'] },
  async () => {
    await render()
    await box('Draft').click()
    await field('Show after').fill('2027-01-01')
    await box('Critical').click()
    await expect.element(box('Draft')).toBeDisabled()
    await expect.element(box('Draft')).not.toBeChecked()
    await expect.element(field('Show after')).toBeDisabled()
    await expect.element(field('Show after')).toHaveValue('')
    await box('Critical').click()
    await expect.element(box('Draft')).toBeEnabled()
    await expect.element(field('Show after')).toBeEnabled()
  },
)

test('asks before it publishes a critical notification', { tags: ['ANOTE-24', 'ANOTE-26'] }, async () => {
  await render()
  await field('Body').fill('From 8 to 9.')
  await box('Critical').click()
  await save.click()
  const question = page.getByRole('dialog', { name: 'Publish this critical notification?' })
  await expect
    .element(
      question.getByText('Every developer is alerted at once, and it cannot become a draft later.', {
        exact: true,
      }),
    )
    .toBeVisible()
  await expect.element(question.getByText('Maintenance', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  // A save would be an unexpected call, which fails the test.
})

test(
  'asks nothing about a critical notification that lacks a required field',
  { tags: ['ANOTE-24'] },
  async () => {
    await render()
    const message = 'Body is required'
    refuse(createNotification, { code: 'invalid_input', message, fields: { body: [message] } })
    await field('Body').fill(' ')
    await box('Critical').click()
    await save.click()
    await expect.element(field('Body')).toHaveAccessibleDescription(/Body is required/)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  },
)

test('previews the body while typing, and shows HTML as text', async () => {
  await render()
  await expect.element(page.getByText('The body appears here the way developers will see it.')).toBeVisible()
  await field('Body').fill('From **8** to 9. <b>bold</b>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect.element(preview.getByRole('strong')).toHaveTextContent('8')
  await expect.element(preview.getByText(/<b>bold<\/b>/)).toBeVisible()
})

test('says that images become links, as the preview shows them', async () => {
  await render()
  await expect.element(field('Body')).toHaveAccessibleDescription(/Images become links/)
  await field('Body').fill('![The new board](https://example.test/board.png)')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect
    .element(preview.getByRole('link', { name: /^The new board/ }))
    .toHaveAttribute('href', 'https://example.test/board.png')
})

async function openStored() {
  reply(getAdminNotification, { ...buildNotification(), updated_at: now })
  reply(putDraft, { updated_at: now })
  reply(deleteDraft)
  renderPage(paths.adminNotification(3), { session: buildAdminSession() })
  await expect.element(field('Title')).toBeVisible()
}

test(
  'a new notification has two unchecked boxes, a date with a hint and no Delete; saving it returns to the list',
  { tags: ['ANOTE-12', 'ANOTE-13', 'ANOTE-14', 'ANOTE-16', 'ANOTE-17', 'ANOTE-18', 'ANOTE-27'] },
  async () => {
    await render()
    await expect.element(box('Critical')).not.toBeChecked()
    await expect.element(box('Draft')).not.toBeChecked()
    await expect.element(field('Show after')).toHaveAccessibleDescription('YYYY-mm-dd')
    await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
    reply(createNotification, { ...buildNotification(), updated_at: now })
    reply(listAdminNotifications, [])
    await field('Body').fill('From 8 to 9.')
    await save.click()
    await expect.poll(currentAddress).toBe('/admin/notifications')
    expect(sent(createNotification)).toMatchObject([
      {
        body: {
          title: 'Maintenance',
          summary: 'On Sunday.',
          critical: false,
          draft: false,
          show_after: '',
        },
      },
    ])
  },
)

test(
  'a stored one cannot become critical; it is deleted after a confirmation',
  { tags: ['ANOTE-17', 'ANOTE-21', 'ANOTE-25', 'ANOTE-26', 'ANOTE-28'] },
  async () => {
    reply(getDraft, { draft: null })
    reply(deleteNotification)
    reply(listAdminNotifications, [])
    await openStored()
    await expect.element(box('Critical')).toBeDisabled()
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete "Maintenance"?' })
    await expect
      .element(
        question.getByText('Developers will no longer see it. This cannot be undone.', { exact: true }),
      )
      .toBeVisible()
    await expectHue(question.getByRole('button', { name: 'Delete' }), 'red', 'backgroundColor')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(currentAddress).toBe('/admin/notifications')
    expect(sent(deleteNotification)).toMatchObject([{ params: { id: '3' } }])
  },
)

test('deleting a notification deletes its draft without another call', { tags: ['ANOTE-28'] }, async () => {
  reply(getDraft, { draft: null })
  reply(deleteNotification)
  reply(listAdminNotifications, [])
  await openStored()
  await field('Title').fill('Maintenance on Monday')
  await expect.poll(() => sent(putDraft)).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(currentAddress).toBe('/admin/notifications')
  await expect.element(page.getByText('No notifications yet')).toBeVisible()
  expect(sent(deleteDraft)).toEqual([])
})

test('Overwrite replaces only what the user edited', async () => {
  const theirs = {
    ...buildNotification(),
    summary: 'On Monday.',
    show_after: '2027-01-01',
    updated_at: later,
  }
  reply(getDraft, { draft: null })
  refuse(updateNotification, { code: 'conflict', message: 'Someone else changed this.', current: theirs })
  await openStored()
  await field('Title').fill('Maintenance on Monday')
  await save.click()
  const overwrite = page.getByRole('button', { name: 'Overwrite' })
  await expect.element(overwrite).toBeVisible()
  reply(updateNotification, theirs)
  reply(listAdminNotifications, [])
  await overwrite.click()
  await expect.poll(currentAddress).toBe('/admin/notifications')
  const title = 'Maintenance on Monday'
  expect(sent(updateNotification).map(({ body }) => body)).toEqual([
    { title, if_unchanged_since: now },
    { title, if_unchanged_since: later },
  ])
})

test('asks before it discards changes of a stored one', async () => {
  reply(getDraft, { draft: null })
  await openStored()
  await field('Title').fill('Maintenance on Monday')
  await page.getByRole('link', { name: 'Terms and conditions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Title')).toHaveValue('Maintenance on Monday')
})

test('asks before it discards a new one', async () => {
  reply(getDraft, { draft: null })
  reply(putDraft, { updated_at: now })
  renderPage(paths.newAdminNotification(), { session: buildAdminSession() })
  await field('Title').fill('Maintenance')
  await page.getByRole('link', { name: 'Terms and conditions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Title')).toHaveValue('Maintenance')
})

test('deletes one that someone else already deleted', { tags: ['ANOTE-28'] }, async () => {
  reply(getDraft, { draft: null })
  refuseInBackground(deleteNotification, { code: 'not_found', message: 'Notification not found.' })
  reply(listAdminNotifications, [])
  await openStored()
  await field('Title').fill('Maintenance on Monday')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(currentAddress).toBe('/admin/notifications')
})

test(
  'a save of one that someone else deleted says so, keeps the text and leads to the list',
  { tags: ['ERR-03', 'ERR-04'] },
  async () => {
    reply(getDraft, { draft: null })
    refuse(updateNotification, { code: 'not_found', message: 'Notification not found.' })
    await openStored()
    await field('Title').fill('Maintenance on Monday')
    await save.click()
    const alert = page.getByRole('alert').first()
    await expect.element(alert).toMatchTextContent(/An error occurred\["Notification not found."\]/)
    await expect.element(alert).toMatchTextContent(/Someone else deleted this notification\./)
    await expect.element(field('Title')).toHaveValue('Maintenance on Monday')
    reply(listAdminNotifications, [])
    await alert.getByRole('link', { name: 'Go to the notifications' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(currentAddress).toBe('/admin/notifications')
  },
)

test('shows why a notification was not deleted', async () => {
  reply(getDraft, { draft: null })
  refuse(deleteNotification, { code: 'not_allowed', message: 'It was deleted already.' })
  await openStored()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/It was deleted already\./)
  await expect.element(field('Title')).toHaveValue('Maintenance')
  await expectFocusOnError()
})

test('discards restored text even if its backup could not be deleted', async () => {
  const { title, summary, body, critical, draft } = buildNotification({ title: 'Typed before' })
  const content = { title, summary, body, critical, draft, show_after: '' }
  reply(getDraft, { draft: { content, based_on: now, updated_at: now } })
  await openStored()
  refuseInBackground(deleteDraft, { code: 'not_allowed', message: 'Not now.' })
  await expect.element(field('Title')).toHaveValue('Typed before')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(field('Title')).toHaveValue('Maintenance')
  await expect.poll(() => sent(deleteDraft)).toHaveLength(1)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test(
  'a failed load shows a banner that can be closed, and can be retried',
  { tags: ['ERR-07'] },
  async () => {
    const alert = page.getByRole('alert').filter({ hasText: 'Could not load' })
    refuse(getAdminNotification, { code: 'internal', message: 'It broke.' })
    reply(getDraft, { draft: null })
    renderPage(paths.adminNotification(3), { session: buildAdminSession() })
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
    await expect.element(crumbs.last()).toHaveTextContent('Notification')
    reply(getAdminNotification, { ...buildNotification(), updated_at: now })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(field('Title')).toBeVisible()
  },
)

test('can retry a failed load of the draft of a stored one', async () => {
  reply(getAdminNotification, { ...buildNotification(), updated_at: now })
  refuse(getDraft, { code: 'internal', message: 'It broke.' })
  renderPage(paths.adminNotification(3), { session: buildAdminSession() })
  const retry = page.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  reply(getDraft, { draft: null })
  await retry.click()
  await expect.element(field('Title')).toBeVisible()
})

test('a draft that fails to load shows a banner that can be closed', { tags: ['ERR-07'] }, async () => {
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load' })
  refuse(getDraft, { code: 'internal', message: 'It broke.' })
  renderPage(paths.newAdminNotification(), { session: buildAdminSession() })
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect.element(alert).not.toBeInTheDocument()
})
