// `npm start`: from a clean clone to a running portal with the embedded database and demo data.
import { ensureBuilt } from './buildWeb.mjs'
import { loadEnvFile } from './envFile.mjs'
import { ensureInstalled } from './install.mjs'
import { endWithNpm } from './processes.mjs'
import { serve } from './serve.mjs'

endWithNpm()
await ensureInstalled()
await ensureBuilt()
loadEnvFile()
serve()
