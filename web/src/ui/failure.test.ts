import { expect, test } from 'vitest'
import { z } from 'zod'
import { toFailure, faultMessage, splitFailure, UserError } from './failure.ts'

test('a refusal about a known field stands beside it and not in the banner', () => {
  const failure = { message: 'Name is taken', errors: ['Name is taken'], fields: { name: ['Name is taken'] } }
  expect(splitFailure(failure, ['name'])).toEqual({ fields: { name: 'Name is taken' }, rest: null })
})

test('several sentences about one field are joined with commas', { tags: ['ERR-11', 'ERR-16'] }, () => {
  const failure = { message: 'a', errors: ['a', 'b'], fields: { name: ['a', 'b'] } }
  expect(splitFailure(failure, ['name']).fields).toEqual({ name: 'a, b' })
})

test('a refusal about a field this form does not show stands in the banner', () => {
  const failure = {
    message: 'Uid is odd',
    errors: ['Uid is odd', 'Too long'],
    fields: { uid: ['Uid is odd'], name: ['Too long'] },
  }
  expect(splitFailure(failure, ['name'])).toMatchObject({
    fields: { name: 'Too long' },
    rest: { errors: ['Uid is odd'] },
  })
})

test('nested fields are found however the server writes their path', () => {
  const failure = { message: 'x', errors: ['x'], fields: { 'contacts[0][name]': ['x'] } }
  expect(splitFailure(failure, ['contacts.0.name']).fields).toEqual({ 'contacts.0.name': 'x' })
})

test.each([[[]], [undefined]])(
  'a refusal whose list of errors is %j shows its message',
  { tags: ['ERR-13', 'ERR-15'] },
  (errors) => {
    const failure = { message: 'The app is locked.', ...(errors && { errors }) }
    expect(splitFailure(failure, ['name'])).toEqual({
      fields: {},
      rest: { message: 'The app is locked.', errors: ['The app is locked.'], requestId: null },
    })
  },
)

test('an error written for users is shown as it is', () => {
  const error = new UserError('Write the listing first.')
  expect(toFailure(error)).toBe(error)
})

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  z.string().safeParse(5).error,
  'broken',
])('the message of a fault is not for users: %s', (fault) => {
  expect(toFailure(fault)).toEqual({ message: faultMessage })
})
