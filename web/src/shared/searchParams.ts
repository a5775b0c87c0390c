import { maxPerPage } from '@trestle/domain/http/paging.ts'
import { z } from 'zod'

/** What each page's query can hold. An invalid value is ignored, not shown as an error. */

const text = z.string().optional().catch(undefined)
const count = z.coerce.number<unknown>().int().min(1)

/** The state of a list. Each list parses its own filters. */
export const ListSearch = z.object({
  page: count.optional().catch(undefined),
  per_page: count.max(maxPerPage).optional().catch(undefined),
  sort: text,
  filters: z.record(z.string(), z.unknown()).optional().catch(undefined),
})
export type ListSearch = z.infer<typeof ListSearch>

/** `create` opens the dialog that creates an app. */
export const AppsSearch = ListSearch.extend({ create: text })

/** The chosen parts of an app's page. */
export const AppSearch = z.object({ environment: text, section: text })
export type AppSearch = z.infer<typeof AppSearch>

/** `return_to` is where to go after sign-in or sign-up. */
export const ReturnToSearch = z.object({ return_to: text })

export const DocumentationSearch = z.object({ search: text })

/** The branch of the documentation, for staff and employees. */
export const ReferenceSearch = z.object({ custom_service_sha: text })

export const RateLimitsSearch = z.object({ server: text, bucket: text })
export type RateLimitsSearch = z.infer<typeof RateLimitsSearch>
