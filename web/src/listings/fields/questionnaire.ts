import type { Questionnaire } from '@trestle/domain/listings/content.ts'
import { dependents } from '@trestle/domain/listings/emptyContent.ts'
import type { ListingForm } from '../editor/useListingForm.ts'

type Dependent = (typeof dependents)[keyof typeof dependents][number]

export const fieldPath = (field: keyof Questionnaire): `security_questionnaire.${string}` =>
  `security_questionnaire.${field}`

/** Maps each dependent field to its question. */
const questionByField = Object.fromEntries(
  Object.entries(dependents).flatMap(([question, fields]) => fields.map((field) => [field, question])),
) as Record<Dependent, keyof typeof dependents>

/** Returns whether a dependent field waits for a "yes" (SEC-20 to SEC-31). */
export function isWaiting(form: ListingForm, field: keyof Questionnaire): boolean {
  const question = field in questionByField ? questionByField[field as Dependent] : null
  return question !== null && form.content.security_questionnaire[question] !== true
}

/** Returns the fields that wait once a question has this answer. */
const waitingFields = (question: string, provided: unknown): readonly Dependent[] =>
  question in dependents && provided !== true ? dependents[question as keyof typeof dependents] : []

export function answer(form: ListingForm, change: Partial<Questionnaire>): void {
  const paths = Object.entries(change).flatMap(([field, provided]) =>
    // Also of the fields that now wait, so that nothing they were refused for stays.
    [field as keyof Questionnaire, ...waitingFields(field, provided)].map(fieldPath),
  )
  form.set({ security_questionnaire: { ...form.content.security_questionnaire, ...change } }, ...paths)
}
