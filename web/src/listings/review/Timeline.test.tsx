import {
  listAdminSubmissionEvents,
  listSubmissionEvents,
  type SubmissionEvent,
} from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { reply, sent } from '../../../testing/network.ts'

const event = (change: Partial<SubmissionEvent>): SubmissionEvent => ({
  id: 1,
  submission_id: 50,
  version: 1,
  event: 'submitted',
  at: now,
  by: 'Dana Reyes',
  is_staff: false,
  message: null,
  silent: null,
  ...change,
})

test('the timeline says who did what; developers see no names of staff', async () => {
  const history = (by: string | null) => [
    event({
      id: 2,
      event: 'approved',
      by,
      is_staff: true,
      message: '<b>Well done.</b>',
      silent: by !== null,
    }),
    event({ id: 1 }),
  ]
  const entries = () =>
    page
      .getByRole('region', { name: 'Review timeline' })
      .getByRole('listitem')
      .elements()
      .map((entry) => entry.querySelector('p')?.textContent)
  renderListing()
  reply(listSubmissionEvents, history(null))
  await expect.poll(entries).toEqual(['Platform staff approved listing 1', 'Dana Reyes submitted listing 1'])
  await expect.element(page.getByText('Well done.', { exact: true })).toBeVisible()
})

test('the timeline shows a page of a long history', async () => {
  const history = Array.from({ length: 21 }, (_, i) => event({ id: 21 - i, version: 21 - i }))
  renderListing()
  reply(listSubmissionEvents, history.slice(0, 20), { total: 21, perPage: 20 })
  const timeline = page.getByRole('region', { name: 'Review timeline' })
  await expect.element(timeline.getByText('Dana Reyes submitted listing 21', { exact: true })).toBeVisible()
  reply(listSubmissionEvents, history.slice(20), { total: 21, perPage: 20 })
  await timeline.getByRole('button', { name: 'Next page' }).click()
  await expect.element(timeline.getByText('Dana Reyes submitted listing 1', { exact: true })).toBeVisible()
  expect(sent(listSubmissionEvents).at(-1)).toMatchObject({ query: { page: '2', per_page: '20' } })
})

test('staff see the names of reviewers, and silent approvals', async () => {
  renderListing({ audience: 'staff' })
  reply(listAdminSubmissionEvents, [
    event({ event: 'approved', by: 'Stella Fairbanks', is_staff: true, silent: true }),
  ])
  await expect.element(page.getByText('Stella Fairbanks approved listing 1 (silently)')).toBeVisible()
})
