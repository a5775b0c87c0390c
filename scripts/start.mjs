// `npm start`: from a clean clone to a running portal with the embedded database and demo data.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { ensureBuilt } = await import('./buildWeb.mjs')
ensureBuilt()
const { serve } = await import('./serve.mjs')
serve()
