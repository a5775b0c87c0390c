import { expect, test } from 'vitest'
import { absentInGovernmentCloud } from '../../../domain/testing/governmentCloud.ts'
import { en } from './en.ts'

const toTexts = (node: object, at = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${at}${key}`, value]] : toTexts(value as object, `${at}${key}.`),
  )

const texts = toTexts(en)
const keys = new Set(texts.map(([key]) => key))

/** Government cloud shows these to say what it doesn't have. */
const explaining = ['components.refusedInGovCloud', 'components.fullGovCloud']

/** These are shown only where their feature exists, although the last part of their key doesn't name it. */
const elsewhere = [
  'components.chooser.hint',
  'credentials.applications.monthlyNote',
  'credentials.confirm.first',
  'listings.media.download',
  'reference.endpoint.servedNote',
  'reference.endpoint.signInNote',
  'shell.home.tryDetail',
  'shell.home.tryLink',
]
const isElsewhere = (key: string): boolean =>
  /^(sandboxes|reference\.tryIt|manifests\.promotionBlock|releases\.promotion)\./.test(key) ||
  absentInGovernmentCloud.test(key.split('.').at(-1) ?? '') ||
  elsewhere.includes(key)

const isReplaced = (key: string): boolean => keys.has(`${key}_gov`) || keys.has(`${key}GovCloud`)

test('no text of government cloud names what does not exist there', { tags: ['SHELL-14'] }, () => {
  const naming = texts.flatMap(([key, text]) => (absentInGovernmentCloud.test(text) ? [key] : []))
  expect(naming.filter((key) => !isReplaced(key) && !isElsewhere(key)).toSorted()).toEqual(
    explaining.toSorted(),
  )
  expect(elsewhere.filter((key) => !naming.includes(key))).toEqual([])
})
