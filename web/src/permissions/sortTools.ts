import type { Tool } from '@trestle/domain/permissions/contract.ts'
import { levelIds, levels, type Level, type Scope } from '@trestle/domain/permissions/levels.ts'
import { findTool } from '@trestle/domain/permissions/rules.ts'
import type { Sort } from '../ui/sort.ts'

export const byName = 'friendly_name'

/** Returns whether a tool with access doesn't exist. */
export const isUnknownTool = (scope: Scope, name: string, level: Level): boolean =>
  level !== 'none' && findTool(scope, name) === undefined

/** Returns the tools with access that don't exist. They can only be removed. */
export const unknownTools = (scope: Scope, provided: Readonly<Record<string, Level>>): Tool[] =>
  Object.entries(provided)
    .filter(([name, level]) => isUnknownTool(scope, name, level))
    .map(([name, level]) => ({
      name,
      friendly_name: name,
      disabled_uals: levels.filter((each) => each !== 'none' && each !== level).map((each) => levelIds[each]),
    }))

/** Sorts tools by name, or by a level: tools with that level first or last, and then by name. */
export function sortedTools(tools: readonly Tool[], sort: Sort, levelFor: (tool: Tool) => Level): Tool[] {
  const column = sort?.replace(/^-/, '') ?? byName
  const sign = sort?.startsWith('-') ? -1 : 1
  const names = (a: Tool, b: Tool) => a.friendly_name.localeCompare(b.friendly_name, 'en')
  if (column === byName) return tools.toSorted((a, b) => sign * names(a, b))
  const rank = (tool: Tool) => (levelFor(tool) === column ? 0 : 1)
  return tools.toSorted((a, b) => sign * (rank(a) - rank(b)) || names(a, b))
}

/** Returns the tools whose name contains every word of the search. */
export function toolsFound(tools: readonly Tool[], search: string): Tool[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(({ name, friendly_name }) => {
    const text = `${friendly_name} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
