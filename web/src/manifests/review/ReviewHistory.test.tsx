import { listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import { reply } from '../../../testing/network.ts'
import { renderPart } from '../../../testing/render.tsx'
import { fullDate } from '../../ui/dates.ts'
import { ReviewHistory } from './ReviewHistory.tsx'

test.each([
  ['staff see who decided', 'Stella Fairbanks', `${fullDate(now)} by Stella Fairbanks`],
  ['developers see when staff decided', null, fullDate(now)],
])('%s', { tags: ['ROLE-20'] }, async (_case, decided_by, text) => {
  reply(listReviews, [
    {
      app_version_id: '0d9a3c8e-7f52-4f0e-8f0a-3a0a1b2c3d40',
      version: 3,
      semantic_version: '0.3.0',
      round: 1,
      submitted_at: now,
      decided_at: now,
      decided_by,
      state: 'rejected',
      message: 'The page stays empty.',
    },
  ])
  renderPart(<ReviewHistory appId={7} isStaffScreen={false} />)
  const cell = page.getByRole('table', { name: 'Review history' }).getByRole('cell').nth(4)
  await expect.element(cell).toHaveTextContent(text)
})
