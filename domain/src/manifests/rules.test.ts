import { describe, expect, test } from 'vitest'
import { errorStatus } from '../http/errors.ts'
import type { ReviewState } from './states.ts'
import {
  type ReviewRole,
  type ReviewTransition,
  type ReviewRequest,
  decideKeyRemoval,
  decideNewVersion,
  decidePromotion,
  decideReleaseNotes,
  decideReviewTransition,
  environments,
  isPromotable,
  needsNotes,
  availableReviewTransitions,
} from './rules.ts'
import { compareVersions, isRejected, isSubmittable, isSuperseded, versionLabel } from './versions.ts'

const number = (semantic_version: string | null, version = 1) => ({ version, semantic_version })

test.each<[ReviewTransition, boolean]>([
  ['submit', true],
  ['reject', true],
  ['approve', false],
  ['withdraw', false],
])('%s requires notes: %s', (transition, isRequired) => {
  expect(needsNotes(transition)).toBe(isRequired)
})

test('labels environments as Sandbox in magenta and Production in blue', { tags: ['MAN-15'] }, () => {
  expect([environments.Sandbox.label, environments.Sandbox.color]).toEqual(['Sandbox', 'magenta'])
  expect([environments.ProductionEnvironment.label, environments.ProductionEnvironment.color]).toEqual([
    'Production',
    'blue',
  ])
})

test(
  'labels a version with its semantic number, or its counter without one',
  { tags: ['MAN-08', 'MAN-35'] },
  () => {
    expect(versionLabel(number('1.4.0', 7))).toBe('1.4.0')
    expect(versionLabel(number(null, 7))).toBe('7')
    expect(compareVersions(number('1.10.0', 1), number('1.9.0', 2))).toBe(1)
    expect(compareVersions(number(null, 3), number('1.9.0', 2))).toBe(1)
    expect(compareVersions(number('1.9.0', 2), number('1.9.0', 2))).toBe(0)
  },
)

test.each([
  ['confidential', '2026-11-20T10:00:00Z', true],
  ['confidential', null, false],
  ['in_review', '2026-11-20T10:00:00Z', false],
  ['published', null, false],
] as const)(
  'treats a %s version with its last rejection at %s as rejected: %s',
  { tags: ['PROM-22'] },
  (state, rejected_at, rejected) => {
    expect(isRejected({ state, rejected_at })).toBe(rejected)
  },
)

test.each([
  ['reject', true, undefined, 409],
  ['reject', true, false, 409],
  ['reject', true, true, true],
  ['reject', false, undefined, false],
  ['withdraw', true, undefined, 409],
  ['withdraw', true, true, true],
  ['approve', true, undefined, false],
  ['submit', true, undefined, false],
] as const)(
  'decides to %s a version whose key is public (%s), confirmed: %s, with the result %s',
  (transition, isKeyPublic, confirmed, outcome) => {
    const decision = decideKeyRemoval(number('1.4.0'), transition, {
      isKeyPublic,
      isInListingReview: false,
      confirmed,
    })
    expect(decision.ok ? decision.value : errorStatus[decision.refusal.code]).toBe(outcome)
  },
)

test.each([
  ['reject', false, 'Rejecting version 1.4.0 leaves the listing under review without a version.'],
  [
    'withdraw',
    false,
    'Withdrawing version 1.4.0 from review leaves the listing under review without a version.',
  ],
  [
    'withdraw',
    true,
    "Withdrawing version 1.4.0 from review removes its app version key from the app's marketplace page and leaves the listing under review without a version.",
  ],
  ['approve', false, null],
] as const)(
  'asks to %s a version that a listing under review offers, whose key is public: %s',
  (transition, isKeyPublic, message) => {
    const offered = { isKeyPublic, isInListingReview: true }
    const decision = decideKeyRemoval(number('1.4.0'), transition, { ...offered, confirmed: undefined })
    expect(decision.ok ? null : decision.refusal.message).toBe(message)
    const confirmed = decideKeyRemoval(number('1.4.0'), transition, { ...offered, confirmed: true })
    expect(confirmed).toEqual({ ok: true, value: isKeyPublic })
  },
)

describe('a new version', () => {
  test(
    'a new version is created in the sandbox, and in government cloud in production',
    { tags: ['PROM-08'] },
    () => {
      expect(decideNewVersion({ isGovernmentCloud: false, paused: false })).toEqual({
        ok: true,
        value: { versionable_type: 'Sandbox', state: null },
      })
      expect(decideNewVersion({ isGovernmentCloud: true, paused: true })).toEqual({
        ok: true,
        value: { versionable_type: 'ProductionEnvironment', state: 'confidential' },
      })
    },
  )

  test('a new version is refused while sandbox manifests are paused', { tags: ['MAN-44', 'MAN-45'] }, () => {
    const decision = decideNewVersion({ isGovernmentCloud: false, paused: true })
    expect(decision).toEqual({
      ok: false,
      refusal: {
        code: 'unavailable',
        message:
          'New sandbox manifests are paused while we upgrade our infrastructure. Existing versions keep working.',
      },
    })
  })
})

describe('the release notes of a new version', () => {
  const notes = (isGovernmentCloud: boolean, changelog: string | null | undefined) => {
    const decision = decideReleaseNotes({ isGovernmentCloud, changelog })
    return decision.ok ? decision.value : decision.refusal.fields
  }

  test(
    'the release notes of a new version are required in government cloud, where it goes straight to production',
    { tags: ['PROM-08', 'PROM-16'] },
    () => {
      expect(notes(true, '  Faster board.\n')).toEqual({ changelog: 'Faster board.' })
      for (const none of ['', ' \n', null, undefined]) {
        expect(notes(true, none)).toEqual({ changelog: ['This field is required'] })
      }
    },
  )

  test(
    'the release notes of a new version are refused elsewhere, because the promotion requires them',
    { tags: ['PROM-15'] },
    () => {
      for (const none of ['', ' ', null, undefined]) expect(notes(false, none)).toEqual({ changelog: null })
      expect(notes(false, 'Faster board.')).toEqual({
        changelog: ['Release notes are entered when a version is promoted. Leave this field out.'],
      })
    },
  )
})

describe('a promotion', () => {
  const source = { ...number('1.4.0', 5), versionable_type: 'Sandbox' as const, promotion: null }
  const refused = (...args: Parameters<typeof decidePromotion>) => {
    const decision = decidePromotion(...args)
    return decision.ok ? 'promoted' : `${decision.refusal.code}: ${decision.refusal.message}`
  }

  test('stores the release notes and starts as confidential', { tags: ['PROM-09', 'PROM-15'] }, () => {
    expect(decidePromotion(source, number('1.3.0', 4), '  Faster panel.\n')).toEqual({
      ok: true,
      value: { changelog: 'Faster panel.', state: 'confidential' },
    })
    expect(decidePromotion(source, null, 'First release').ok).toBe(true)
  })

  test.each(['', '   ', '\n\t', '\u200B'])(
    'requires release notes, and %j does not count',
    { tags: ['PROM-16', 'PROM-17'] },
    (notes) => {
      expect(decidePromotion(source, null, notes)).toEqual({
        ok: false,
        refusal: {
          code: 'invalid_input',
          message: 'This field is required',
          fields: { changelog: ['This field is required'] },
        },
      })
      expect(refused({ ...source, semantic_version: null }, null, notes)).toMatch(/^invalid_input/)
    },
  )

  test('happens once: the second attempt names who promoted it and when', { tags: ['PROM-14'] }, () => {
    const at = '2026-01-31T10:20:30.000Z'
    expect(refused({ ...source, promotion: { at, by: 'Ada Lovelace' } }, number('1.4.0', 5), 'x')).toBe(
      'conflict: Version 1.4.0 was already promoted by Ada Lovelace on January 31st 2026.',
    )
    expect(refused({ ...source, promotion: { at, by: null } }, null, 'x')).toBe(
      'conflict: Version 1.4.0 was already promoted on January 31st 2026.',
    )
  })

  test(
    'a promotion is refused when production has the same or a newer version',
    { tags: ['PROM-14'] },
    () => {
      expect(refused(source, number('1.10.0', 9), 'x')).toBe(
        "conflict: Version 1.4.0 can't be promoted: production already has version 1.10.0.",
      )
      expect(refused(source, number('1.4.0', 5), 'x')).toMatch(/^conflict/)
    },
  )

  test('requires a sandbox version', { tags: ['PROM-09'] }, () => {
    expect(refused({ ...source, versionable_type: 'ProductionEnvironment' }, null, 'x')).toBe(
      'conflict: Version 1.4.0 is already in production.',
    )
  })

  test('a promotion is offered exactly when it would be accepted', { tags: ['PROM-14'] }, () => {
    const promotion = { at: '2026-01-31T10:20:30.000Z', by: null }
    for (const production of [null, number('1.3.0'), number('1.4.0'), number('1.5.0')]) {
      for (const variant of [
        source,
        { ...source, promotion },
        { ...source, versionable_type: 'ProductionEnvironment' as const },
      ]) {
        expect(isPromotable(variant, production)).toBe(decidePromotion(variant, production, 'notes').ok)
      }
    }
  })

  test(
    'creates a version that can be submitted, unless a newer one is published',
    { tags: ['PROM-10', 'PROM-18'] },
    () => {
      const promoted = { ...number('1.4.0'), state: 'confidential' as const }
      expect(isSubmittable(promoted, null)).toBe(true)
      expect(isSubmittable(promoted, number('1.3.0'))).toBe(true)
      expect(isSubmittable(promoted, number('1.5.0'))).toBe(false)
      expect(isSubmittable({ ...promoted, state: 'in_review' }, null)).toBe(false)
      expect(isSubmittable({ ...promoted, state: 'published' }, null)).toBe(false)
      expect(isSubmittable({ ...promoted, state: null }, null)).toBe(false)
      expect(isSubmittable(promoted, number('1.4.0'))).toBe(false)
    },
  )
})

test.each<[ReviewState | null, string, boolean]>([
  ['in_review', '1.4.1', true],
  ['in_review', '1.4.0', true],
  ['in_review', '1.3.9', false],
  ['confidential', '1.4.1', false],
  ['published', '1.4.1', false],
  [null, '1.4.1', false],
])('a version 1.4.0 in state %s with %s approved is superseded: %s', (state, published, expected) => {
  expect(isSuperseded({ ...number('1.4.0'), state }, number(published))).toBe(expected)
  expect(isSuperseded({ ...number('1.4.0'), state }, null)).toBe(false)
})

describe('the review of a production version', () => {
  const developer = 'developer'
  const staff = 'staff'
  const at = (state: ReviewState | null) => ({ ...number('1.4.0'), state })

  /** Actor, current state, requested state and result, written by hand from the specification. */
  const table: [string, ReviewRole, ReviewState | null, ReviewState, string][] = [
    ['a developer', developer, 'confidential', 'confidential', 'conflict'],
    ['a developer', developer, 'confidential', 'in_review', 'submit'],
    ['a developer', developer, 'confidential', 'published', 'not_allowed'],
    ['a developer', developer, 'in_review', 'confidential', 'withdraw'],
    ['a developer', developer, 'in_review', 'in_review', 'conflict'],
    ['a developer', developer, 'in_review', 'published', 'not_allowed'],
    ['a developer', developer, 'published', 'confidential', 'conflict'],
    ['a developer', developer, 'published', 'in_review', 'conflict'],
    ['a developer', developer, 'published', 'published', 'not_allowed'],
    ['a developer', developer, null, 'in_review', 'conflict'],
    ['a developer', developer, null, 'confidential', 'conflict'],
    ['a developer', developer, null, 'published', 'not_allowed'],
    ['staff', staff, 'confidential', 'confidential', 'conflict'],
    ['staff', staff, 'confidential', 'in_review', 'not_allowed'],
    ['staff', staff, 'confidential', 'published', 'conflict'],
    ['staff', staff, 'in_review', 'confidential', 'reject'],
    ['staff', staff, 'in_review', 'in_review', 'not_allowed'],
    ['staff', staff, 'in_review', 'published', 'approve'],
    ['staff', staff, 'published', 'confidential', 'conflict'],
    ['staff', staff, 'published', 'in_review', 'not_allowed'],
    ['staff', staff, 'published', 'published', 'conflict'],
    ['staff', staff, null, 'in_review', 'not_allowed'],
    ['staff', staff, null, 'confidential', 'conflict'],
    ['staff', staff, null, 'published', 'conflict'],
    ...([null, 'confidential', 'in_review', 'published'] as const).flatMap((from) =>
      (['confidential', 'in_review', 'published'] as const).map(
        (to): [string, ReviewRole, ReviewState | null, ReviewState, string] => [
          'a user without a role',
          null,
          from,
          to,
          'not_allowed',
        ],
      ),
    ),
  ]
  const inputFor: Record<string, Partial<ReviewRequest>> = {
    submit: { developer_notes: 'Test login: …' },
    reject: { admin_notes: 'The panel stayed empty.' },
  }
  test.each(table)(
    'the review by %s (%j) of a version that is %s to %s: %s',
    { tags: ['PROM-19', 'PROM-20', 'PROM-21', 'PROM-22', 'PROM-29'] },
    (_who, role, from, to, expected) => {
      const decision = decideReviewTransition(at(from), null, { state: to, ...inputFor[expected] }, role)
      expect(decision.ok ? decision.value.transition : decision.refusal.code).toBe(expected)
      if (decision.ok) expect(decision.value.state).toBe(to)
    },
  )

  test.each<[string, ReviewRole, ReviewState | null, ReviewTransition[]]>([
    ['a developer', developer, 'confidential', ['submit']],
    ['a developer', developer, 'in_review', ['withdraw']],
    ['a developer', developer, 'published', []],
    ['a developer', developer, null, []],
    ['staff', staff, 'confidential', []],
    ['staff', staff, 'in_review', ['approve', 'reject']],
    ['staff', staff, 'published', []],
    ['a user without a role', null, 'confidential', []],
    ['a user without a role', null, 'in_review', []],
  ])(
    'offers %s (%j) on a version that is %s: %j',
    { tags: ['PROM-25', 'PROM-26'] },
    (_who, role, state, expected) => {
      expect(availableReviewTransitions(at(state), null, role)).toEqual(expected)
    },
  )

  const events: [ReviewRole, ReviewState, ReviewState, string][] = [
    [developer, 'confidential', 'in_review', 'submitted'],
    [developer, 'in_review', 'confidential', 'withdrawn'],
    [staff, 'in_review', 'published', 'approved'],
    [staff, 'in_review', 'confidential', 'rejected'],
  ]
  test.each(events)(
    'reports to analytics for %j from %s to %s: %s',
    { tags: ['PROM-27', 'PROM-28'] },
    (role, from, to, event) => {
      const inputs = inputFor[to === 'in_review' ? 'submit' : event.replace('rejected', 'reject')]
      const decision = decideReviewTransition(at(from), null, { state: to, ...inputs }, role)
      expect(decision.ok && decision.value.event).toBe(event)
    },
  )

  const toRefusal = (
    from: ReviewState | null,
    input: ReviewRequest,
    role: ReviewRole,
    published: string | null = null,
  ) => {
    const decision = decideReviewTransition(
      at(from),
      published === null ? null : number(published),
      input,
      role,
    )
    return decision.ok ? null : decision.refusal
  }

  test(
    'refuses to submit or approve a version older than a published one',
    { tags: ['PROM-18', 'PROM-19'] },
    () => {
      const submit = { state: 'in_review', developer_notes: 'Ready.' } as const
      expect(toRefusal('confidential', submit, developer, '1.4.1')?.message).toBe(
        "Version 1.4.0 can't be submitted because a newer version is already approved. Submit a newer version instead.",
      )
      expect(toRefusal('confidential', submit, developer, '1.3.0')).toBeNull()
      expect(toRefusal('in_review', { state: 'published' }, staff, '1.4.1')?.message).toBe(
        "Version 1.4.0 can't be approved because a newer version is already approved. Reject it to take it out of the review queue.",
      )
      expect(availableReviewTransitions(at('in_review'), number('1.4.1'), staff)).toEqual(['reject'])
    },
  )

  test.each<[string, ReviewState, ReviewState, ReviewRole, string]>([
    ['a submission', 'confidential', 'in_review', developer, 'developer_notes'],
    ['a rejection', 'in_review', 'confidential', staff, 'admin_notes'],
  ])('requires notes for %s', { tags: ['PROM-23', 'PROM-24'] }, (_what, from, to, role, field) => {
    const refused = { [field]: ['This field is required'] }
    expect(toRefusal(from, { state: to }, role)?.fields).toEqual(refused)
    expect(toRefusal(from, { state: to, [field]: ' \u200B' }, role)?.fields).toEqual(refused)
  })

  test(
    'accepts developer notes with a submission and admin notes with a decision',
    { tags: ['PROM-23', 'PROM-24'] },
    () => {
      expect(
        decideReviewTransition(
          at('confidential'),
          null,
          { state: 'in_review', developer_notes: 'Test login: …' },
          developer,
        ),
      ).toMatchObject({ ok: true, value: { developer_notes: 'Test login: …' } })
      expect(
        decideReviewTransition(at('in_review'), null, { state: 'published', admin_notes: 'Works.' }, staff),
      ).toMatchObject({ ok: true, value: { admin_notes: 'Works.' } })
      expect(toRefusal('confidential', { state: 'in_review', admin_notes: 'x' }, developer)?.fields).toEqual({
        admin_notes: ['Admin notes are entered when a version is approved or rejected.'],
      })
      expect(toRefusal('in_review', { state: 'confidential', developer_notes: 'x' }, staff)?.fields).toEqual({
        developer_notes: ['Developer notes are entered when a version is submitted.'],
      })
    },
  )

  test('explains a refusal', { tags: ['PROM-19', 'PROM-20', 'PROM-21'] }, () => {
    const say = (from: ReviewState | null, to: ReviewState, role: ReviewRole) =>
      toRefusal(from, { state: to }, role)?.message
    expect(say('in_review', 'in_review', developer)).toBe('Version 1.4.0 is already under review.')
    expect(say('confidential', 'confidential', developer)).toBe("Version 1.4.0 isn't under review.")
    expect(say('published', 'published', staff)).toBe('Version 1.4.0 is already approved.')
    expect(say('in_review', 'published', developer)).toBe('Only platform staff can approve a version.')
    expect(say(null, 'in_review', developer)).toBe('Version 1.4.0 is a sandbox version. Promote it first.')
  })
})
