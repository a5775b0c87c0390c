import { expect, test } from 'vitest'
import { en } from './en.ts'
import { textsFor } from '../../testing/i18next.ts'

const flatten = (node: object, at = ''): [path: string, text: string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[at + key, value]] : flatten(value, `${at}${key}.`),
  )

/** A number with a unit, or one that a word makes a limit. */
const limit =
  /\d+ ?(characters|digits|MB|px|p\b|days|hours|seconds|frames|parameters)|\d+:\d|\d+ to \d|(at most|up to|maximum|longer than) \d/i

/** Numbers with a unit that no rule of the product sets, and the names of choices. */
const others = [
  'clientSecrets.endIn.24h',
  'clientSecrets.endIn.7d',
  'clientSecrets.endIn.30d',
  'components.drawer.typeHint.sidepanel',
  'listings.security.fields.can_notify_procore',
  'questionnaire.explain.notify.yes',
]

test('texts take every limit from the rules', () => {
  const typed = flatten(en).flatMap(([path, text]) => (limit.test(text) ? [path] : []))
  expect(typed).toEqual(others)
})

test.each([
  ['accounts.fields.passwordRules', /^12 to 128 characters\./],
  ['accounts.developer.platformIdInvalid', /at most 15$/],
  ['collaborators.invite.lead', /works for 14 days/],
  ['listings.media.logoHint', /at least 200 x 200 px, up to 10 MB\.$/],
  ['listings.media.picturesHint', /from 4:3 to 16:9, from 720 x 480 px to 1920 x 1080 px, up to 10 MB each/],
  ['listings.media.videosHint', /at least 720p, 24 frames per second, up to 500 MB each/],
  ['metrics.report.generating', /up to 30 minutes/],
  ['quotas.preview.title', /^The last 24 hours$/],
])('%s names the limits', (path, expected) => {
  expect(textsFor('Girder').t(path as 'ui.close')).toMatch(expected)
})
