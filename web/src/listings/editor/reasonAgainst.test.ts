import { expect, test } from 'vitest'
import { buildSubmission } from '../../../testing/build.ts'
import { reasonAgainst, type TransitionContext } from './reasonAgainst.ts'

const draft = buildSubmission()
const inReview = buildSubmission({ state: 'in_review' })
const published = buildSubmission({ state: 'published' })
const nothing = { listing: { published: null }, target: null }
const untouched = { listing: { published }, target: null }
const sending = { isSending: true, failedCount: 0, canRetry: false }
const failed = { isSending: false, failedCount: 2, canRetry: true }

const ready: TransitionContext = {
  listing: { published: null },
  target: draft,
  canEdit: true,
  mayTransition: true,
  needsActivation: false,
  isUnsaved: false,
  uploads: { isSending: false, failedCount: 0, canRetry: false },
  problemCount: 0,
}

// In order of precedence: some contexts also have the cause of a later reason.
test.each<[string | null, Partial<TransitionContext>]>([
  ['why.submitRole', { mayTransition: false, needsActivation: true }],
  ['activation.submitWaits', { needsActivation: true, uploads: sending }],
  ['why.uploading', { uploads: { ...failed, isSending: true }, isUnsaved: true }],
  ['why.uploadFailed 2', { uploads: failed, isUnsaved: true }],
  ['why.uploadRefused 2', { uploads: { ...failed, canRetry: false }, isUnsaved: true }],
  ['why.submitUnsaved', { isUnsaved: true, ...nothing }],
  ['why.submitNothing', { ...nothing, problemCount: 3 }],
  ['why.submitUnchanged', { ...untouched, problemCount: 3 }],
  ['why.submitInvalid 3', { problemCount: 3 }],
  [null, {}],
])('the reason why submitting is disabled is %s', (expected, change) => {
  expect(toText(reasonAgainst('submit', { ...ready, ...change }))).toBe(expected)
})

test.each<[string | null, Partial<TransitionContext>]>([
  ['why.decideDeleted', { canEdit: false, mayTransition: false }],
  ['why.decideOwn', { mayTransition: false, uploads: sending }],
  ['why.uploading', { uploads: sending, isUnsaved: true }],
  ['why.uploadFailed 2', { uploads: failed, isUnsaved: true }],
  ['why.decideUnsaved', { isUnsaved: true, ...untouched }],
  ['why.decidePublished', { ...untouched, problemCount: 3 }],
  ['why.decideDraft', { ...nothing, problemCount: 3 }],
  ['why.decideDraft', { target: draft, problemCount: 3 }],
  [null, { needsActivation: true }],
  [null, { listing: { published } }],
])('the reason why deciding is disabled is %s', (expected, change) => {
  for (const transition of ['approve', 'reject'] as const) {
    expect(toText(reasonAgainst(transition, { ...ready, target: inReview, ...change })), transition).toBe(
      expected,
    )
  }
})

test('an incomplete listing can be rejected, but not approved', () => {
  const incomplete = { ...ready, target: inReview, problemCount: 1 }
  expect(reasonAgainst('reject', incomplete)).toBeNull()
  expect(toText(reasonAgainst('approve', incomplete))).toBe('why.approveInvalid 1')
})

test('withdrawing needs the role alone', () => {
  const busy = { ...ready, target: inReview, uploads: sending, isUnsaved: true, problemCount: 1 }
  expect(reasonAgainst('withdraw', busy)).toBeNull()
  expect(toText(reasonAgainst('withdraw', { ...busy, mayTransition: false }))).toBe('why.submitRole')
})

function toText(reason: ReturnType<typeof reasonAgainst>): string | null {
  if (reason === null) return null
  const key = reason.key.replace(/^listings\.(?:actions\.)?/, '')
  return 'count' in reason ? `${key} ${reason.count}` : key
}
