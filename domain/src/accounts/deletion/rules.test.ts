import { expect, test } from 'vitest'
import { decideDeletion, deletedEmail, hasDeletedOwner } from './rules.ts'

const person = { email: 'dana@example.test', is_admin: false, ownedApps: [] }
const five = ['A', 'B', 'C', 'D', 'E']
const seven = [...five, 'F', 'G']

test.each([
  ['someone without apps', person, person.email, 0, null],
  ['someone who typed another address', person, 'kim@example.test', 0, /^Type the email address/],
  [
    'the owner of an app',
    { ...person, ownedApps: ['Crane'] },
    person.email,
    0,
    /^You own apps: Crane\. Transfer/,
  ],
  [
    'the owner of five',
    { ...person, ownedApps: five },
    person.email,
    0,
    /^You own apps: A, B, C, D, E\. Transfer/,
  ],
  ['the owner of many', { ...person, ownedApps: seven }, person.email, 0, /A, B, C, D, E and 2 more\./],
  ['the last admin', { ...person, is_admin: true }, person.email, 0, /^You are the last platform admin/],
  ['one of two admins', { ...person, is_admin: true }, person.email, 1, null],
])('deleting the account of %s', (_case, leaving, typed, others, message) => {
  const decision = decideDeletion(leaving, typed, others)
  if (message === null) expect(decision.ok).toBe(true)
  else expect(decision.ok ? '' : decision.refusal.message).toMatch(message)
})

test.each([
  [person.email, false],
  [deletedEmail(7), true],
  [deletedEmail(8), false],
])('an app whose owner 7 has the address %s has a deleted owner: %s', (email, isDeleted) => {
  expect(hasDeletedOwner({ owner_id: 7, owner: { email } })).toBe(isDeleted)
})
