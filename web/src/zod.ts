import { config } from 'zod/v4'

// The content security policy allows no eval, which zod tries for speed when a schema is made. Every module that
// makes one imports this file in place of zod (vite.config.ts), so that this line runs before all of them.
config({ jitless: true })

export { z } from 'zod/v4'
