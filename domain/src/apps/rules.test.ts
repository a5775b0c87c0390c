import { expect, test } from 'vitest'
import {
  decideNewApp,
  decideReceivedApp,
  decideUndelete,
  hasOtherOwner,
  inReviewAt,
  toPrivacy,
  actionRefusal,
  checkNotDeleted,
} from './rules.ts'

test.each([
  ['app.delete', "Only the app's owner can delete this app."],
  ['app.edit', "Only the app's owner and admins can change this app's settings."],
  ['collaborators.view', "Only the app's owner, admins and developers can see this app's collaborators."],
] as const)('names the allowed roles when refusing %s', (action, message) => {
  expect(actionRefusal(action)).toEqual({ code: 'not_allowed', message })
})

const early = '2026-01-02T10:00:00Z'
const late = '2026-01-02T10:00:00.5Z'

test.each([
  [null, null, null],
  [early, null, early],
  [null, early, early],
  [early, late, late],
  [late, early, late],
])(
  'shows for a version in review at %s and a listing at %s the time %s in the queue',
  { tags: ['AREV-10'] },
  (version, listing, shown) => {
    expect(inReviewAt({ app_version_in_review_at: version, marketplace_listing_in_review_at: listing })).toBe(
      shown,
    )
  },
)

test.each([
  [0, true],
  [199, true],
  [200, false],
  [201, false],
])('lets a developer who owns %i apps create another: %s', (owned, isAllowed) => {
  const decision = decideNewApp(owned)
  expect(decision.ok).toBe(isAllowed)
  if (!decision.ok) {
    expect(decision.refusal).toEqual({
      code: 'conflict',
      message: `You own ${owned} apps, and a developer can own at most 200. Delete or transfer one before you create another.`,
    })
  }
})

test('lets an owner of 199 apps receive another, but not an owner of 200', () => {
  expect(decideReceivedApp(199).ok).toBe(true)
  expect(decideReceivedApp(200)).toEqual({
    ok: false,
    refusal: {
      code: 'conflict',
      message:
        'The new owner already owns 200 apps, and a developer can own at most 200. Choose someone else.',
    },
  })
})

const deleted = { deleted_at: '2026-01-02T10:00:00Z' }
const live = { deleted_at: null }

test(
  'undeletes only a deleted app, and only while its owner has an account and fewer than 200 apps',
  { tags: ['AAPP-34', 'AAPP-35'] },
  () => {
    expect(decideUndelete(deleted, { hasAccount: true, owned: 199 })).toEqual({ ok: true, value: null })
    expect(decideUndelete(live, { hasAccount: true, owned: 1 })).toEqual({
      ok: false,
      refusal: { code: 'conflict', message: "This app isn't deleted." },
    })
    expect(decideUndelete(deleted, { hasAccount: false, owned: 0 })).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: "This app can't be undeleted: its owner deleted their account. Change its owner first.",
      },
    })
    expect(decideUndelete(deleted, { hasAccount: true, owned: 200 })).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message:
          'Its owner already owns 200 apps, and a developer can own at most 200. Delete or transfer one of them first.',
      },
    })
  },
)

test('refuses to build the sandbox of a deleted app', () => {
  expect(checkNotDeleted(live)).toBeNull()
  expect(checkNotDeleted(deleted)?.message).toBe('This app is deleted. Undelete it first.')
})

test.each([
  { external_owner_id: null, procore_id: null, differs: false },
  { external_owner_id: null, procore_id: 7, differs: false },
  { external_owner_id: 7, procore_id: 7, differs: false },
  { external_owner_id: 7, procore_id: 8, differs: true },
  { external_owner_id: 7, procore_id: null, differs: true },
])(
  'compares the external owner $external_owner_id with the owner $procore_id: $differs',
  { tags: ['AAPP-44'] },
  ({ external_owner_id, procore_id, differs }) => {
    expect(hasOtherOwner({ external_owner_id, owner: { procore_id } })).toBe(differs)
  },
)

test(
  'gives a confidential app the authorization code grant and a public app the implicit grant',
  { tags: ['CRED-05'] },
  () => {
    expect(toPrivacy(true)).toEqual({ confidential: true, grant_type: 'authorization_code' })
    expect(toPrivacy(false)).toEqual({ confidential: false, grant_type: 'implicit' })
  },
)
