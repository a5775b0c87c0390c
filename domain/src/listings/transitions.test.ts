import type { Audience } from '../access/audience.ts'
import { expect, test } from 'vitest'
import { approvalStates, listingStates, type ListingState } from './contract.ts'
import {
  decideListingTransition,
  decideShownVersion,
  availableListingTransitions,
  listingLabel,
  listingTransitions,
  waitsForActivation,
} from './transitions.ts'

const states = listingStates
const audiences: Audience[] = ['developer', 'staff']

/** from, to and actor, with the resulting states. Everything else is refused. */
const allowed: Record<string, [state: string, approval: string, event: string]> = {
  'draft in_review developer': ['in_review', 'unreviewed', 'submitted'],
  'in_review draft developer': ['draft', 'rejected', 'withdrawn'],
  'in_review published staff': ['published', 'approved', 'approved'],
  'in_review draft staff': ['draft', 'rejected', 'rejected'],
}

const every = states.flatMap((from) =>
  states.flatMap((to) => audiences.map((audience) => [from, to, audience] as const)),
)

test.each(every)(
  'goes from %s to %s as %s exactly when the table allows it',
  { tags: ['LSTATE-01', 'LSTATE-06', 'LSTATE-11', 'LSTATE-17', 'LSTATE-19', 'LSTATE-25'] },
  (from, to, audience) => {
    const decision = decideListingTransition(
      { state: from, approval_state: 'rejected' },
      { state: to, admin_message: 'The logo is blurred.' },
      { audience, isAllowed: true },
    )
    const expected = allowed[`${from} ${to} ${audience}`]
    const outcome = decision.ok
      ? [decision.value.state, decision.value.approval_state, decision.value.event]
      : undefined
    expect(outcome).toEqual(expected)
  },
)

test('requires a message for a rejection, but not for an approval', { tags: ['LSTATE-20'] }, () => {
  const inReview = { state: 'in_review', approval_state: 'unreviewed' } as const
  const staff = { audience: 'staff', isAllowed: true } as const
  for (const admin_message of [undefined, '', ' \u200b']) {
    expect(decideListingTransition(inReview, { state: 'draft', admin_message }, staff)).toMatchObject({
      ok: false,
      refusal: { fields: { admin_message: ['This field is required'] } },
    })
  }
  expect(decideListingTransition(inReview, { state: 'published' }, staff).ok).toBe(true)
})

test('refuses to let staff review the listing of an app they work on', { tags: ['LADM-15'] }, () => {
  const decision = decideListingTransition(
    { state: 'in_review', approval_state: 'unreviewed' },
    { state: 'published' },
    { audience: 'staff', isAllowed: false },
  )
  expect(decision).toMatchObject({ ok: false, refusal: { code: 'not_allowed' } })
})

test(
  'gives developers and staff the buttons of the state',
  { tags: ['LSTATE-05', 'LSTATE-10', 'LSTATE-15', 'LSTATE-18', 'LSTATE-41'] },
  () => {
    const actions = (state: ListingState, audience: Audience) =>
      availableListingTransitions({ state, approval_state: 'unreviewed' }, audience)
    expect(states.map((state) => actions(state, 'developer'))).toEqual([['submit'], ['withdraw'], []])
    expect(states.map((state) => actions(state, 'staff'))).toEqual([[], ['approve', 'reject'], []])
  },
)

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
])(
  'decides with required activation: %s, and activated: %s, whether the listing waits: %s',
  { tags: ['LIST-22', 'LIST-23'] },
  (areApplicationsEnabled, marketplace_enabled, waits) => {
    expect(waitsForActivation({ marketplace_enabled }, { areApplicationsEnabled })).toBe(waits)
  },
)

test(
  'labels a listing as in review, rejected, approved, published or not reviewed',
  { tags: ['LSTATE-02', 'LSTATE-03', 'LSTATE-34'] },
  () => {
    expect(approvalStates.map((approval_state) => listingLabel({ state: 'draft', approval_state }))).toEqual([
      'Not reviewed',
      'Approved',
      'Rejected',
    ])
    expect(listingLabel({ state: 'in_review', approval_state: 'rejected' })).toBe('In review')
    expect(listingLabel({ state: 'published', approval_state: 'approved' })).toBe('Published')
  },
)

test(
  'has an analytics event for approve, reject, submit and withdraw',
  { tags: ['LSTATE-23', 'LSTATE-24'] },
  () => {
    expect(Object.values(listingTransitions).map(({ event }) => event)).toEqual([
      'submitted',
      'withdrawn',
      'approved',
      'rejected',
    ])
  },
)

test.each([
  ['in_review', true, undefined, false],
  ['in_review', true, false, false],
  ['in_review', true, true, true],
  ['in_review', false, undefined, true],
  ['published', true, undefined, true],
] as const)(
  'decides on a listing with a version that is %s, installable: %s, confirmed: %s, with the result %s',
  (state, installable, confirmed, ok) => {
    const version = { app_version_id: 'key', version: 3, semantic_version: '1.4.0', state }
    const decision = decideShownVersion(version, { installable, confirmed })
    expect(decision.ok).toBe(ok)
    if (decision.ok) return
    expect(decision.refusal).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining("Version 1.4.0 isn't approved yet."),
      fields: { confirmed: [decision.refusal.message] },
    })
  },
)

test('asks nothing before a listing without a version is approved', () => {
  expect(decideShownVersion(undefined, { installable: true, confirmed: undefined }).ok).toBe(true)
})

test('calls a state that only a newer server has unknown, whatever was decided', () => {
  const state = 'archived' as 'published'
  expect(listingLabel({ state, approval_state: 'approved' })).toBe('Unknown State')
})
