import { expect, test } from 'vitest'
import { decideStorage, megabyte, megabytesText, type StorageQuota } from './storage.ts'

const quota = (of: StorageQuota['of'], bytes: number, files: number): StorageQuota => ({
  of,
  used: { bytes, files },
  allowed: { bytes: 2048 * megabyte, files: 200 },
})

const remove = 'Remove files you no longer need'

test.each([
  [quota('app', 0, 0), 2048 * megabyte, null],
  [quota('app', 2047 * megabyte, 199), megabyte, null],
  [
    quota('app', 2047 * megabyte, 199),
    megabyte + 1,
    `This app uses 2,047 MB of its 2,048 MB of storage, and this file has 1 MB. ${remove}, or upload a smaller one.`,
  ],
  [quota('app', 0, 200), 1, `This app stores 200 of 200 files. ${remove} and try again.`],
  [quota('app', 0, 205), 1, `This app stores 205 of 200 files. ${remove} and try again.`],
  [
    quota('person', 2048 * megabyte, 3),
    1,
    `Your uploads use 2,048 MB of 2,048 MB across all your apps, and this file has 0.1 MB. ${remove}, or upload a smaller one.`,
  ],
  [
    quota('person', 0, 200),
    1,
    `You have stored 200 of 200 files across all your apps. ${remove} and try again.`,
  ],
])('decides with the quota %j on a file of %i bytes: %j', (one, bytes, message) => {
  const decision = decideStorage([one], bytes)
  expect(decision.ok ? null : decision.refusal).toEqual(
    message === null ? null : { code: 'too_large', message, fields: { file: [message] } },
  )
})

test('requires a file to fit into every quota', () => {
  const full = quota('person', 0, 200)
  expect(decideStorage([quota('app', 0, 0), full], 1).ok).toBe(false)
  expect(decideStorage([full, quota('app', 0, 0)], 1).ok).toBe(false)
  expect(decideStorage([], 1).ok).toBe(true)
})

test.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [1.25 * megabyte, '1.3 MB'],
  [1000 * megabyte, '1,000 MB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(megabytesText(bytes)).toBe(text)
})
