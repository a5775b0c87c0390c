import { config } from 'zod/v4'

// The content security policy forbids eval, which zod tries for speed when it builds a schema. Every module that builds
// one imports this file instead of zod (vite.config.ts), so this line runs first.
config({ jitless: true })

export { z } from 'zod/v4'
