import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildReviewRound, buildVersion, now } from '../../../testing/build.ts'
import { reply } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import { fullDate } from '../../ui/dates.ts'
import { ReviewHistory } from './ReviewHistory.tsx'

test.each([
  ['staff see who decided', 'Stella Fairbanks', `${fullDate(now)} by Stella Fairbanks`],
  ['developers see when staff decided', null, fullDate(now)],
])('%s', { tags: ['ROLE-20'] }, async (_case, decided_by, text) => {
  reply(listReviews, [buildReviewRound({ decided_by })])
  renderPart(<ReviewHistory appId={7} isStaffScreen={false} />)
  const cell = page.getByRole('table', { name: 'Review history' }).getByRole('cell').nth(4)
  await expect.element(cell).toHaveTextContent(text)
})

test('a review that a newer approved version ended is superseded', async () => {
  const published = { app_version_id: crypto.randomUUID(), version: 3, semantic_version: '2.0.0' }
  const round = { state: 'in_review', decided_at: null, decided_by: null, message: null } as const
  reply(listManifests, [buildVersion({ ...published, state: 'published' })])
  reply(listReviews, [
    buildReviewRound({ ...round, semantic_version: '2.1.0' }),
    buildReviewRound({ ...round, app_version_id: crypto.randomUUID(), semantic_version: '1.9.0' }),
  ])
  renderPart(<ReviewHistory appId={7} isStaffScreen={false} />)
  const stateOf = (version: string) =>
    page.getByRole('row').filter({ hasText: version }).getByRole('cell').nth(3)
  await expect.element(stateOf('1.9.0')).toHaveTextContent('Superseded')
  await expect.element(stateOf('2.1.0')).toHaveTextContent('Under review')
})
