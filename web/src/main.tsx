import './ui/styles.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/Providers.tsx'
import { createPortalRouter } from './app/router.tsx'
import { isServedWithData } from './http/embedded.ts'
import { startErrorReporting } from './http/errorReporting.ts'
import { currentSession } from './http/session.ts'
import { startTexts } from './texts/i18n.ts'
import { log } from './ui/log.ts'
import { styleNonce } from './ui/theme.ts'

declare global {
  // The scroll lock of open dialogs reads its style's nonce from this name.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = styleNonce()

const { flags } = currentSession()
startTexts(flags.platform_name)
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
// A public page has its data in the document: its first render is the final one.
if (isServedWithData(window.location.href)) void router.load().finally(draw)
else draw()
