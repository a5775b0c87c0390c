import { expect, test } from 'vitest'
import { z } from 'zod'
import { toFailure, unexpectedMessage, splitFailure, UserError } from './failure.ts'

test('shows a refusal of a known field next to it and not in the banner', () => {
  const failure = { message: 'Name is taken', errors: ['Name is taken'], fields: { name: ['Name is taken'] } }
  expect(splitFailure(failure, ['name'])).toEqual({ fields: { name: 'Name is taken' }, rest: null })
})

test('joins several messages about one field with commas', { tags: ['ERR-11', 'ERR-16'] }, () => {
  const failure = { message: 'a', errors: ['a', 'b'], fields: { name: ['a', 'b'] } }
  expect(splitFailure(failure, ['name']).fields).toEqual({ name: 'a, b' })
})

test('shows a refusal of a field outside this form in the banner, with its request id', () => {
  const failure = {
    message: 'Uid is odd',
    errors: ['Uid is odd', 'Too long'],
    fields: { uid: ['Uid is odd'], name: ['Too long'] },
    requestId: 'req-7',
    status: 500,
  }
  expect(splitFailure(failure, ['name'])).toMatchObject({
    fields: { name: 'Too long' },
    rest: { errors: ['Uid is odd'], requestId: 'req-7', status: 500 },
  })
})

test('the banner of a form knows that the outcome of a change is unknown', () => {
  const failure = { message: 'No reply', isUnconfirmed: true }
  expect(splitFailure(failure, ['name']).rest).toMatchObject({ isUnconfirmed: true })
})

test('finds nested fields in both path notations', () => {
  const failure = { message: 'x', errors: ['x'], fields: { 'contacts[0][name]': ['x'] } }
  expect(splitFailure(failure, ['contacts.0.name']).fields).toEqual({ 'contacts.0.name': 'x' })
})

test.each([[[]], [undefined]])(
  'shows the message of a refusal whose list of errors is %j',
  { tags: ['ERR-13', 'ERR-15'] },
  (errors) => {
    const failure = { message: 'The app is locked.', ...(errors && { errors }) }
    expect(splitFailure(failure, ['name'])).toEqual({
      fields: {},
      rest: { message: 'The app is locked.', errors: ['The app is locked.'] },
    })
  },
)

test('shows an error written for users unchanged', () => {
  const error = new UserError('Write the listing first.')
  expect(toFailure(error)).toBe(error)
})

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  z.string().safeParse(5).error,
  'broken',
])('hides the message of an unexpected error from users: %s', (error) => {
  expect(toFailure(error)).toEqual({ message: unexpectedMessage })
})
