import type { ListingContent } from './content.ts'
import type { Submission } from './contract.ts'
import { emptyContent, emptyQuestionnaire } from './emptyContent.ts'

/** Returns the fields of a value that its empty form also has, in the order of the empty form. */
const pick = <Fields extends object>(value: Fields, empty: Fields): Fields =>
  Object.fromEntries(Object.keys(empty).map((field) => [field, Reflect.get(value, field)])) as Fields

const checkedIds = (map: Record<string, boolean>): number[] =>
  Object.entries(map).flatMap(([id, isChosen]) => (isChosen ? [Number(id)] : []))

/**
 * Returns a submission in the form that the editor and the rules use. Avoids schemas, which the editor would load
 * only for this.
 */
export function toContent(submission: Submission): ListingContent {
  const content = {
    ...submission,
    region_ids: checkedIds(submission.regions),
    country_ids: checkedIds(submission.countries),
    product_tool_ids: checkedIds(submission.product_tools),
    security_questionnaire: pick(submission.security_questionnaire, emptyQuestionnaire),
  }
  return pick(content, emptyContent)
}
