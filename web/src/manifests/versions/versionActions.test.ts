import { describe, expect, test } from 'vitest'
import { promotionBlock, reviewButtons, type PromotionBlock } from './versionActions.ts'

describe('Promote', () => {
  type State = Parameters<typeof promotionBlock>[0]
  const open: State = {
    version: { promotable: true },
    canModify: true,
    hasPromoted: false,
    isModalOpen: false,
  }
  test.each<[string, Partial<State>, PromotionBlock | null]>([
    ['is enabled for a promotable version (PROM-14)', {}, null],
    ['is disabled for users who cannot edit manifests', { canModify: false }, 'notAllowed'],
    ['is disabled without a version', { version: undefined }, 'noVersion'],
    ['is disabled after a promotion (PROM-13)', { hasPromoted: true }, 'justPromoted'],
    [
      'stays enabled in a dialog that is already open (PROM-13)',
      { hasPromoted: true, isModalOpen: true },
      null,
    ],
  ])('%s', (_case, changes, block) => {
    expect(promotionBlock({ ...open, ...changes })).toBe(block)
  })

  test('is disabled for a version that is not promotable', { tags: ['PROM-14'] }, () => {
    expect(promotionBlock({ ...open, version: { promotable: false } })).toBe('inProduction')
  })
})

describe('the review buttons', () => {
  const fresh = { version: 3, semantic_version: '0.3.0', state: 'confidential', submittable: true } as const
  const underReview = { ...fresh, state: 'in_review', submittable: false } as const

  test(
    'offers a developer submit, and withdraw while under review',
    { tags: ['PROM-19', 'PROM-20', 'PROM-25'] },
    () => {
      expect(reviewButtons(fresh, null, 'developer', false)).toEqual([
        { transition: 'submit', isAllowed: true },
      ])
      expect(reviewButtons(underReview, null, 'developer', false)).toEqual([
        { transition: 'withdraw', isAllowed: true },
      ])
    },
  )

  test(
    'offers staff approve and reject while under review, and nothing before',
    { tags: ['PROM-21', 'PROM-22', 'PROM-26'] },
    () => {
      const both = [
        { transition: 'approve', isAllowed: true },
        { transition: 'reject', isAllowed: true },
      ]
      expect(reviewButtons(underReview, null, 'staff', true)).toEqual(both)
      expect(reviewButtons(fresh, null, 'staff', true)).toEqual([])
    },
  )

  test('are disabled for users who may only view', { tags: ['PROM-25'] }, () => {
    expect(reviewButtons(fresh, null, null, false)).toEqual([{ transition: 'submit', isAllowed: false }])
  })

  test('are disabled for staff who work on the app', { tags: ['PROM-26'] }, () => {
    expect(reviewButtons(underReview, null, null, true)).toEqual([
      { transition: 'approve', isAllowed: false },
      { transition: 'reject', isAllowed: false },
    ])
    expect(reviewButtons(fresh, null, null, true)).toEqual([])
  })

  test("are missing for a version that can't be submitted", { tags: ['PROM-19'] }, () => {
    expect(reviewButtons({ ...fresh, submittable: false }, null, 'developer', false)).toEqual([])
    expect(reviewButtons({ ...fresh, state: 'published' }, null, 'developer', false)).toEqual([])
  })
})
