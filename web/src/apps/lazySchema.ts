import { lazySchemas } from '../ui/lazySchema.ts'

export const appSchema = lazySchemas(() => import('./schemas.ts'))
