import { expect, test } from 'vitest'
import { ordinal } from './ordinal.ts'

test('numbers features with ordinals', { tags: ['LIST-56'] }, () => {
  expect([1, 2, 3, 4, 10, 11, 12, 13, 21, 22].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
  ])
})
