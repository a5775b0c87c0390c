import type { ListingContent } from '@trestle/domain/listings/content.ts'
import type { TFunction } from 'i18next'
import type { Difference } from '../../shared/drafts/useDraft.ts'
import { humanize } from '../../ui/humanize.ts'
import { labelFor } from './problemLabels.ts'

type Values = [path: string, value: unknown][]

/** Returns the content's fields, with the questionnaire split into its answers. */
function valuesIn(content: ListingContent): Values {
  const { security_questionnaire: answers, ...fields } = content
  const ofAnswers = Object.entries(answers ?? {}).map(([field, value]): [string, unknown] => [
    `security_questionnaire.${field}`,
    value,
  ])
  return [...Object.entries(fields), ...ofAnswers]
}

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n')
  return JSON.stringify(value, null, 2)
}

/** Returns each field in which two contents differ, as text. */
export function contentDifferences(t: TFunction, saved: ListingContent, typed: ListingContent): Difference[] {
  const before = new Map(valuesIn(saved))
  const after = new Map(valuesIn(typed))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, now] = [toText(before.get(path)), toText(after.get(path))]
    if (old === now) return []
    const label = labelFor(t, path)
    return [{ label: label === path ? humanize(path) : label, saved: old, typed: now }]
  })
}
