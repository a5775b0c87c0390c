import { readManifestText } from '@trestle/domain/manifests/document/document.ts'
import { expect, test } from 'vitest'
import { textsFor } from '../../../testing/i18next.ts'
import '../../texts/manifests.ts'
import '../../texts/permissions.ts'
import { mayCreate, toValidation, type Check, type Validation } from './validation.ts'

const error = { path: '/sidepanel/views', message: 'Choose at least one view.' }
const check = (changes: Partial<Check>): Check => ({
  text: '{}',
  checkedText: '{}',
  unreadable: [],
  errors: undefined,
  failure: null,
  ...changes,
})

test.each<[string, Partial<Check>, Validation]>([
  ['waiting for the first reply', {}, { state: 'validating' }],
  ['no errors', { errors: [] }, { state: 'passed' }],
  ['schema errors', { errors: [error] }, { state: 'errors', errors: [error] }],
  [
    'a failed check',
    { failure: 'No answer.', errors: undefined },
    { state: 'unavailable', message: 'No answer.' },
  ],
  ['edited after a successful check', { text: '{ }', errors: [] }, { state: 'validating' }],
  ['edited after errors', { text: '{ }', errors: [error] }, { state: 'validating' }],
  ['edited after a failed check', { text: '{ }', failure: 'No answer.' }, { state: 'validating' }],
])('%s', { tags: ['MAN-31', 'MAN-32'] }, (_case, changes, expected) => {
  expect(toValidation(check(changes))).toEqual(expected)
})

test(
  "reports a string that can't be read as its own error, whatever the last reply was",
  { tags: ['MAN-29', 'ERR-20'] },
  () => {
    const { errors: unreadable } = readManifestText('{"a": ')
    expect(toValidation(check({ unreadable, errors: [] }))).toEqual({
      state: 'errors',
      errors: [{ path: '', message: 'Invalid JSON, could not parse manifest' }],
    })
  },
)

test('allows a version only after the validation has passed', { tags: ['MAN-33'] }, () => {
  expect(mayCreate({ state: 'passed' })).toBe(true)
  expect(mayCreate({ state: 'validating' })).toBe(false)
  expect(mayCreate({ state: 'errors', errors: [error] })).toBe(false)
  expect(mayCreate({ state: 'unavailable', message: 'No answer.' })).toBe(false)
})

test(
  'lists schema errors under Validations, and several as a count in one message',
  { tags: ['ERR-18', 'ERR-19', 'ERR-22'] },
  () => {
    const { t } = textsFor('Trestle')
    expect(t('manifests.validations.title')).toBe('Validations')
    expect(t('manifests.validations.many', { count: 3 })).toBe('There are (3) content violations.')
    expect([t('manifests.validations.show'), t('manifests.validations.hide')]).toEqual(['Show', 'Hide'])
  },
)

test(
  'shows failures outside the schema with the texts of the specification',
  { tags: ['ERR-17', 'ERR-21', 'ERR-23', 'ERR-26'] },
  () => {
    const { t } = textsFor('Trestle')
    expect(t('manifests.validations.failedTitle')).toBe('Error')
    expect(t('manifests.jsonParseError')).toBe('The manifest could not be read as JSON.')
    expect(t('manifests.save.failed')).toBe('Something went wrong when saving the new version.')
    expect(t('permissions.unreadable')).toBe('Error parsing existing permissions')
  },
)
