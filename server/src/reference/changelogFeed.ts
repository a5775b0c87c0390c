import { changeId, defaultBranch, isPublic } from '@trestle/domain/reference/rules.ts'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { FeedRoute } from '../http/feeds.ts'

const maxEntries = 100
const page = pageAddress('changelog')

/** The public part of the changelog, on the default branch. */
export const changelogFeed: FeedRoute = {
  path: page,
  title: (platform) => `${platform} API changelog`,
  description: 'What changed in the REST API: new, changed, deprecated and removed endpoints.',
  entries: async ({ reference }) => {
    const changelog = defaultBranch(reference)?.changelog ?? []
    return changelog
      .filter(isPublic)
      .slice(0, maxEntries)
      .map((entry) => {
        const at = new Date(`${entry.datestamp}T00:00:00Z`)
        return {
          id: `${page}#${changeId(entry)}`,
          title: entry.summary,
          // The page is long and paginated: a search finds the entry wherever it has moved.
          href: entry.link ?? `${page}?${stringifyBrackets({ filters: { search: entry.summary } })}`,
          text: `\`${entry.endpoint}\`\n\n${entry.description}`,
          published: at,
          updated: at,
          tags: [entry.type, ...(entry.breaking ? ['breaking'] : [])],
        }
      })
  },
}
