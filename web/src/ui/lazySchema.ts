import type { z } from 'zod'
import { retry } from './retry.ts'

/** Returns a schema, or loads it. */
export type LazySchema = () => z.ZodType | Promise<z.ZodType>

/**
 * Returns a function that picks schemas from a module that loads after the page. The schema of a form needs more code
 * than its fields, and usually loads before anyone has filled in the first one.
 */
export function lazySchemas<Schemas>(
  load: () => Promise<Schemas>,
): (pick: (schemas: Schemas) => z.ZodType) => LazySchema {
  const state: { schemas: Schemas | null } = { schemas: null }
  const loadOnce = async () => (state.schemas ??= await retry(load))
  return (pick) => () => (state.schemas ? pick(state.schemas) : loadOnce().then(pick))
}
