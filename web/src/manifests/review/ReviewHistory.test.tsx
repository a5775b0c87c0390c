import { listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildReviewRound, now } from '../../../testing/build.ts'
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
