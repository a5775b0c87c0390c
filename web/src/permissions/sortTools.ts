import type { Level, Tool } from '@trestle/domain/permissions/contract.ts'
import type { Sort } from '../ui/sort.ts'

export const byName = 'friendly_name'

/** By name, or by a level: the tools that have it first, or last. Among equals the name decides. */
export function sortedTools(tools: readonly Tool[], sort: Sort, levelFor: (tool: Tool) => Level): Tool[] {
  const column = sort?.replace(/^-/, '') ?? byName
  const sign = sort?.startsWith('-') ? -1 : 1
  const names = (a: Tool, b: Tool) => a.friendly_name.localeCompare(b.friendly_name, 'en')
  if (column === byName) return tools.toSorted((a, b) => sign * names(a, b))
  const rank = (tool: Tool) => (levelFor(tool) === column ? 0 : 1)
  return tools.toSorted((a, b) => sign * (rank(a) - rank(b)) || names(a, b))
}

/** Those whose name has every word in it. */
export function toolsFound(tools: readonly Tool[], search: string): Tool[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(({ name, friendly_name }) => {
    const text = `${friendly_name} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
