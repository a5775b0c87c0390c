import { expect, test } from 'vitest'
import { refusedPaths, toSaveFailure } from './saveFailure.ts'

const refused = (details: string[]) => ({ message: 'Refused', fields: { semantic_version: details } })

test('shows the first detail of a refused version number', { tags: ['MAN-36', 'ERR-24'] }, () => {
  expect(toSaveFailure(refused(['Version 1.4.0 already exists.', 'Second detail']), ['1.4.0'])).toEqual({
    location: 'number',
    message: 'Version 1.4.0 already exists.',
  })
})

test('names the highest version number when a refusal has no details', { tags: ['ERR-24', 'ERR-25'] }, () => {
  expect(toSaveFailure(refused([]), ['0.9.0', '1.10.0', '1.9.0', null])).toEqual({
    location: 'number',
    message: "This version number can't be used. Choose one higher than 1.10.0.",
  })
})

test('shows any other refusal with its own messages', { tags: ['ERR-23'] }, () => {
  expect(toSaveFailure({ message: 'a', errors: ['One.', 'Two.'] }, [])).toEqual({
    location: 'banner',
    messages: ['One.', 'Two.'],
  })
  for (const refusal of [{ message: 'Only this.' }, { message: 'Only this.', errors: [] }]) {
    expect(toSaveFailure(refusal, [])).toEqual({ location: 'banner', messages: ['Only this.'] })
  }
})

test('lists the paths of a refused manifest, without problems of the number', () => {
  const fields = { '/oauth': ['a', 'b'], '': ['c'], semantic_version: ['d'] }
  expect(refusedPaths({ message: 'a', fields })).toEqual([
    { path: '/oauth', message: 'a' },
    { path: '/oauth', message: 'b' },
    { path: '', message: 'c' },
  ])
  expect(refusedPaths({ message: 'a' })).toEqual([])
})
