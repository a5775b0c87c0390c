import type { z } from 'zod'
import { retry } from './retry.ts'

/** Returns a schema, or loads it. */
export type LazySchema = () => z.ZodType | Promise<z.ZodType>

/**
 * Returns a function that picks schemas of a module that loads after the page. A form's schema needs more code than its
 * fields, and nobody completes a field before it has loaded.
 */
export function lazySchemas<Schemas>(
  load: () => Promise<Schemas>,
): (pick: (schemas: Schemas) => z.ZodType) => LazySchema {
  const state: { schemas: Schemas | null } = { schemas: null }
  const loadOnce = async () => (state.schemas ??= await retry(load))
  return (pick) => () => (state.schemas ? pick(state.schemas) : loadOnce().then(pick))
}
