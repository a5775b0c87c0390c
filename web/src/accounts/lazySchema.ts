import type { z } from 'zod'
import type * as schemas from './schemas.ts'
import { retry } from '../ui/retry.ts'
import type { LazySchema } from '../ui/useSchemaForm.ts'

type Schemas = typeof schemas

const loaded: { schemas: Schemas | null } = { schemas: null }

/** Loads the schemas of the forms before sign-in, which need as much code as the rest of these pages. */
export async function loadSchemas(): Promise<Schemas> {
  loaded.schemas ??= await retry(() => import('./schemas.ts'))
  return loaded.schemas
}

/** Returns a schema that loads with the first field that is checked, unless it has loaded before. */
export const lazySchema =
  (choose: (schemas: Schemas) => z.ZodType): LazySchema =>
  () =>
    loaded.schemas ? choose(loaded.schemas) : loadSchemas().then(choose)
