import { describe, expect, test } from 'vitest'
import { appRoles } from '../access/roles.ts'
import type { AppRole } from '../apps/contract.ts'
import type { InvitationStatus } from './contract.ts'
import {
  decideAcceptance,
  decideCancel,
  decideGuest,
  decideInvitation,
  decideNewOwner,
  decideResend,
  decideRole,
  invitationStatus,
  isRoleOffered,
  newestChange,
  openInvitations,
  checkGuestRemoval,
  checkRemoval,
  checkRoleChange,
  checkTransfer,
  type MemberStatus,
} from './rules.ts'

const person = (overrides: Partial<MemberStatus> = {}): MemberStatus => ({
  name: 'Devi Raman',
  role: 'developer',
  isSelf: false,
  isPending: false,
  ...overrides,
})

const callers: (AppRole | null)[] = ['owner', 'admin', 'developer', 'user', null]
const yes = (refusal: unknown) => (refusal === null ? 'y' : 'n')

const rules = { change: checkRoleChange, remove: checkRemoval, transfer: checkTransfer }

/** Written by hand: for each target, whether the owner, admin, developer, guest and stranger may do it. */
const targets: [string, Partial<MemberStatus>, change: string, remove: string, transfer: string][] = [
  ['an admin', { role: 'admin' }, 'yynnn', 'yynnn', 'ynnnn'],
  ['a developer', { role: 'developer' }, 'yynnn', 'yynnn', 'ynnnn'],
  ['a guest', { role: 'user' }, 'yynnn', 'yynnn', 'nnnnn'],
  ['the owner', { role: 'owner' }, 'nnnnn', 'nnnnn', 'nnnnn'],
  ['a pending invitation', { isPending: true }, 'nnnnn', 'nnnnn', 'nnnnn'],
]

describe('permissions on collaborators', () => {
  test.each(targets)(
    '%s: change of role, removal, transfer',
    { tags: ['COLL-08', 'COLL-09', 'COLL-10', 'COLL-11', 'COLL-17', 'ROLE-09'] },
    (_name, target, change, remove, transfer) => {
      const outcome = (rule: typeof checkRemoval) =>
        callers.map((caller) => yes(rule(caller, person(target)))).join('')
      expect(outcome(checkRoleChange)).toBe(change)
      expect(outcome(checkRemoval)).toBe(remove)
      expect(outcome(checkTransfer)).toBe(transfer)
    },
  )

  test.each(['owner', 'admin', 'developer', 'user'] as const)(
    'refuses to change or remove oneself, as %s',
    { tags: ['COLL-09', 'COLL-11'] },
    (role) => {
      const self = person({ role, isSelf: true })
      expect(checkRoleChange(role, self)).not.toBeNull()
      expect(checkRemoval(role, self)).not.toBeNull()
      expect(checkTransfer(role, self)).not.toBeNull()
    },
  )

  test.each([
    ['change', 'developer', {}, "Only the app's owner and admins can change this app's collaborators."],
    ['change', 'admin', { isSelf: true, role: 'admin' }, "You can't change your own role."],
    [
      'change',
      'admin',
      { role: 'owner' },
      'Devi Raman owns this app. To change the owner, transfer the app.',
    ],
    ['change', 'admin', { isPending: true }, "Devi Raman hasn't accepted the invitation yet."],
    ['remove', 'admin', { role: 'owner' }, 'Devi Raman owns this app. Transfer the app first.'],
    ['remove', 'owner', { role: 'owner', isSelf: true }, 'You own this app. Transfer the app first.'],
    [
      'remove',
      'admin',
      { role: 'admin', isSelf: true },
      "You can't remove yourself. Ask the owner or another admin to do it.",
    ],
    ['transfer', 'admin', {}, "Only the app's owner can transfer this app."],
    ['transfer', 'owner', { role: 'owner', isSelf: true }, 'You own this app already.'],
    ['transfer', 'owner', { role: 'user' }, 'Devi Raman is a guest. Make them an admin or developer first.'],
  ] as const)('explains why %s is refused, as %s: %o', (action, caller, target, message) => {
    expect(rules[action](caller, person(target))?.message).toBe(message)
  })

  /** In the order owner, admin, developer, user. */
  test.each([
    ['owner', 'yyyn'],
    ['admin', 'nyyn'],
    ['developer', 'nyyn'],
    ['user', 'nyyy'],
  ] as const)('offers someone who is %s the roles %s', { tags: ['COLL-05'] }, (current, offered) => {
    expect(appRoles.map((role) => (isRoleOffered(current, role) ? 'y' : 'n')).join('')).toBe(offered)
  })

  test('refuses to make someone an owner or a guest', { tags: ['COLL-05', 'COLL-17'] }, () => {
    expect(decideRole('owner', person(), 'owner')).toMatchObject({
      refusal: { message: 'To change the owner, transfer the app.' },
    })
    expect(decideRole('owner', person(), 'user')).toMatchObject({
      refusal: { message: 'Only platform staff can make someone a guest.' },
    })
    expect(decideRole('admin', person({ role: 'user' }), 'developer')).toEqual({
      ok: true,
      value: 'developer',
    })
  })
})

describe('an invitation', () => {
  const at = '2026-02-14T10:00:00.000Z'

  test.each([
    ['pending', -1, 'pending'],
    ['pending', 0, 'expired'],
    ['pending', 1, 'expired'],
    ['accepted', 1, 'accepted'],
    ['canceled', 1, 'canceled'],
    ['expired', -1, 'expired'],
  ] as const)(
    'stored as %s and read %i ms after its end is %s',
    { tags: ['COLL-15'] },
    (status, ms, expected) => {
      expect(invitationStatus({ status, expires_at: at }, Date.parse(at) + ms)).toBe(expected)
    },
  )

  const quiet = { byApp: 0, byInviter: 0, toAddress: 0 }
  const free = { member: null, isInvited: false, pending: 0, emails: quiet }

  test.each([
    ['is unknown', free, null],
    [
      'already works on the app',
      { ...free, member: { name: 'Devi Raman' } },
      'Devi Raman already works on this app.',
    ],
    [
      'has a pending invitation',
      { ...free, isInvited: true },
      'a@b.test is already invited. Resend that invitation, or cancel it first.',
    ],
    ['follows 49 pending invitations', { ...free, pending: 49 }, null],
    [
      'follows 50 pending invitations',
      { ...free, pending: 50 },
      '50 invitations to this app are pending. Cancel some, or wait until they are accepted.',
    ],
    [
      'received 5 emails today',
      { ...free, emails: { ...quiet, toAddress: 5 } },
      'We already sent several emails to a@b.test today. Try again tomorrow.',
    ],
    [
      'follows 50 emails of the app today',
      { ...free, emails: { ...quiet, byApp: 50 } },
      'This app sent 50 invitations in the last 24 hours. Try again tomorrow.',
    ],
    [
      'follows 100 emails of the inviter today',
      { ...free, emails: { ...quiet, byInviter: 100 } },
      'You sent 100 invitations in the last 24 hours. Try again tomorrow.',
    ],
    ['received 4 emails today', { ...free, emails: { toAddress: 4, byApp: 49, byInviter: 99 } }, null],
  ])('an invitation is decided for an address that %s', { tags: ['COLL-15'] }, (_name, context, message) => {
    const decision = decideInvitation('a@b.test', context)
    expect(decision.ok ? null : decision.refusal.message).toBe(message)
  })

  /** Resend, cancel and accept for each state, written by hand. */
  test.each([
    ['pending', 'yyy'],
    ['expired', 'yyn'],
    ['canceled', 'nyn'],
    ['accepted', 'nnn'],
  ] as const)(
    'that is %s can be resent, canceled, accepted: %s',
    { tags: ['COLL-12', 'COLL-15'] },
    (status, expected) => {
      const moves = [
        decideResend({ email: 'a@b.test', status }, { member: null, isReplaced: false, emails: quiet }),
        decideCancel(status),
        decideAcceptance({
          invitation: { email: 'a@b.test', role: 'developer', status },
          email: 'a@b.test',
          currentRole: null,
        }),
      ]
      expect(moves.map(({ ok }) => (ok ? 'y' : 'n')).join('')).toBe(expected)
    },
  )

  test('changes nothing when canceled a second time', { tags: ['COLL-12'] }, () => {
    expect(decideCancel('pending')).toEqual({ ok: true, value: { changes: true } })
    expect(decideCancel('canceled')).toEqual({ ok: true, value: { changes: false } })
  })

  test('disappears when canceled after it expired', { tags: ['COLL-12'] }, () => {
    expect(decideCancel('expired')).toEqual({ ok: true, value: { changes: true } })
  })

  test('an invitation is not resent when a newer one replaced it or the address joined', () => {
    const old = { email: 'a@b.test', status: 'expired' as const }
    expect(decideResend(old, { member: null, isReplaced: true, emails: quiet }).ok).toBe(false)
    expect(decideResend(old, { member: { name: 'Devi' }, isReplaced: false, emails: quiet }).ok).toBe(false)
  })

  const accepted = (currentRole: AppRole | null, status: InvitationStatus = 'pending') => {
    const invitation = { email: 'a@b.test', role: 'developer', status } as const
    const decision = decideAcceptance({ invitation, email: 'a@b.test', currentRole })
    return decision.ok ? decision.value : decision.refusal.message
  }

  test.each([
    [null, 'developer'],
    ['user', 'developer'],
    ['developer', 'developer'],
    ['admin', 'admin'],
    ['owner', 'owner'],
  ] as const)(
    'turns %s into %s when it offers the role developer',
    { tags: ['COLL-15'] },
    (before, after) => {
      expect(accepted(before)).toEqual({ role: after, isRepeated: false })
    },
  )

  test(
    'gives the same answer when accepted again, and does not readmit someone removed',
    { tags: ['COLL-15'] },
    () => {
      expect(accepted('admin', 'accepted')).toEqual({ role: 'admin', isRepeated: true })
      expect(accepted(null, 'accepted')).toBe(
        "This invitation was already used, and you're no longer on the app. Ask for a new one.",
      )
    },
  )

  test('tells a user with another address whom it is for', { tags: ['COLL-15'] }, () => {
    const invitation = { email: 'a@b.test', role: 'admin', status: 'pending' } as const
    expect(decideAcceptance({ invitation, email: 'c@d.test', currentRole: null })).toEqual({
      ok: false,
      refusal: {
        code: 'not_allowed',
        message: 'This invitation is for a@b.test. You are signed in as c@d.test.',
      },
    })
  })
})

test(
  'lists the newest open invitation of each address, and none of a collaborator',
  { tags: ['COLL-06'] },
  () => {
    const row = (id: number, email: string, status: InvitationStatus) => ({
      id,
      email,
      status,
      expires_at: '',
    })
    const rows = [
      row(6, 'd@x.test', 'pending'),
      row(5, 'c@x.test', 'canceled'),
      row(4, 'c@x.test', 'expired'),
      row(3, 'b@x.test', 'pending'),
      row(2, 'b@x.test', 'expired'),
      row(1, 'a@x.test', 'expired'),
    ]
    expect(openInvitations(rows, [{ email: 'd@x.test' }]).map(({ id }) => id)).toEqual([1, 3])
  },
)

test('takes the newest change of a list as its read time', () => {
  const rows = ['2026-01-02T10:00:00Z', '2026-01-02T10:00:00.5Z', '2025-12-31T23:00:00Z']
  expect(newestChange(rows.map((updated_at) => ({ updated_at })))).toBe('2026-01-02T10:00:00.5Z')
})

describe('a new owner chosen by staff', () => {
  const candidate = { name: 'Devi Raman', email: 'devi@demo.test', isConfirmed: true, isSuspended: false }

  test.each([null, 'admin', 'developer', 'user'] as const)(
    'a new owner chosen by staff may have the role %s on the app',
    { tags: ['AAPP-38'] },
    (role) => {
      expect(decideNewOwner({ ...candidate, role })).toEqual({ ok: true, value: null })
    },
  )

  test(
    'a new owner chosen by staff may not be the current owner or someone without a confirmed address',
    { tags: ['AAPP-38'] },
    () => {
      expect(decideNewOwner({ ...candidate, role: 'owner' })).toMatchObject({
        refusal: { fields: { owner_id: ['Devi Raman already owns this app.'] } },
      })
      const message = "Devi Raman can't own an app until they confirm the address devi@demo.test."
      expect(decideNewOwner({ ...candidate, role: 'admin', isConfirmed: false })).toMatchObject({
        refusal: { code: 'conflict', message },
      })
    },
  )

  test('a new owner chosen by staff may not be suspended', { tags: ['AAPP-38'] }, () => {
    const message = "Devi Raman is suspended and can't own an app."
    expect(decideNewOwner({ ...candidate, role: 'admin', isSuspended: true })).toEqual({
      ok: false,
      refusal: { code: 'conflict', message, fields: { owner_id: [message] } },
    })
  })
})

describe('guests', { tags: ['COLL-05'] }, () => {
  const candidate = {
    name: 'Gita Nair',
    email: 'gita@nair.example',
    isConfirmed: true,
    isSuspended: false,
    role: null,
  }

  test('guests are people with a usable account and no role', () => {
    expect(decideGuest(candidate).ok).toBe(true)
    expect(decideGuest({ ...candidate, isConfirmed: false }).ok).toBe(false)
    expect(decideGuest({ ...candidate, isSuspended: true }).ok).toBe(false)
    for (const role of appRoles) expect(decideGuest({ ...candidate, role }).ok).toBe(false)
  })

  test.each(appRoles)('guests can be removed by staff, who leave others alone: %s', (role) => {
    expect(checkGuestRemoval({ name: 'Gita Nair', role }) === null).toBe(role === 'user')
  })
})
