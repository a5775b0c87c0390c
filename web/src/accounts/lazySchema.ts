import { lazySchemas } from '../ui/lazySchema.ts'

/** Picks a schema of a form before sign-in, or of a second factor. */
export const signInSchema = lazySchemas(() => import('./schemas.ts'))

/** Picks a schema of a form about an account. */
export const accountSchema = lazySchemas(() => import('./accountSchemas.ts'))
