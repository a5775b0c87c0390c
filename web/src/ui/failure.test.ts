import { expect, test } from 'vitest'
import { failureOf, splitFailure } from './failure.ts'

test('a refusal about a known field stands beside it and not in the banner', () => {
  const failure = { message: 'Name is taken', errors: ['Name is taken'], fields: { name: ['Name is taken'] } }
  expect(splitFailure(failure, ['name'])).toEqual({ fields: { name: 'Name is taken' }, rest: null })
})

test('several sentences about one field are joined with commas (ERR-11, ERR-16)', () => {
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

test('anything thrown can be shown', () => {
  expect(failureOf('broken').message).toBe('broken')
  expect(splitFailure(failureOf(new Error('broken')), []).rest).toMatchObject({ errors: ['broken'] })
})
