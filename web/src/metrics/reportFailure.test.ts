import { expect, test } from 'vitest'
import { errorFromReply, networkError } from '../http/callError.ts'
import '../texts/metrics.ts'
import { textsFor } from '../../testing/i18next.ts'
import { reportFailure } from './reportFailure.ts'

const { t } = textsFor('Trestle')
const answer = { code: 'rate_limited', message: 'Wait a moment.', errors: ['Wait.'], request_id: 'r-1' }

test.each([
  ['a refusal with its own message (ERR-27)', errorFromReply(429, answer), 'Wait a moment.'],
  ['no reply (ERR-28)', networkError(), 'Network error. Please check your connection and try again.'],
  [
    'an error page of a proxy (ERR-29)',
    errorFromReply(502, '<html>Bad gateway</html>'),
    'Failed to generate report. Please try again.',
  ],
  ['an empty reply (ERR-29)', errorFromReply(500, undefined), 'Failed to generate report. Please try again.'],
])('shows the right message for %s', (_, error, message) => {
  const failure = reportFailure(error)
  expect('text' in failure ? t(`metrics.report.${failure.text}`) : failure.message).toBe(message)
})
