import './ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { createPortalRouter } from './app/router.tsx'
import { startErrorReporting } from './http/errorReporting.ts'
import { queryClient } from './http/queryClient.ts'
import { currentSession } from './http/session.ts'
import { watchUserActivity } from './http/userActivity.ts'
import { waitForQueries } from './http/waitForQueries.ts'
import { startTexts } from './texts/translation.ts'
import { log } from './ui/log.ts'
import { styleNonce } from './ui/theme.ts'

declare global {
  // The scroll lock of open dialogs reads its style's nonce from this name.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = styleNonce()

const { flags } = currentSession()
startTexts(flags.platform_name)
watchUserActivity(window)
startErrorReporting(flags).catch((error: unknown) =>
  log.warn(`Error reporting did not start: ${String(error)}`),
)

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root.')
const root = createRoot(container)
const router = createPortalRouter()
const draw = () =>
  root.render(
    <StrictMode>
      <Providers router={router} />
    </StrictMode>,
  )
/** How long the first render waits for the code and data of the page. After that it shows what is there. */
const longestWaitMs = 300

const waited = new Promise<void>((resolve) => void setTimeout(resolve, longestWaitMs))
const loaded = router.load().then(() => waitForQueries(queryClient))
// Rendering a skeleton and then the data would take twice as much processor time as one render with the data.
void Promise.race([loaded, waited]).finally(draw)
