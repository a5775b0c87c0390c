import {
  listAdminSubmissionEvents,
  listSubmissionEvents,
  type SubmissionEvent,
} from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { reply } from '../../../testing/network.ts'

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

test('staff see the names of reviewers, and silent approvals', async () => {
  renderListing({ audience: 'staff' })
  reply(listAdminSubmissionEvents, [
    event({ event: 'approved', by: 'Stella Fairbanks', is_staff: true, silent: true }),
  ])
  await expect.element(page.getByText('Stella Fairbanks approved listing 1 (silently)')).toBeVisible()
})
