/** The script of the pages before sign-in, in addition to the script of all public pages. */
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { emailInHash } from '../../accounts/emailInHash.ts'
import { readBootstrap } from '../../http/bootstrap.ts'
import { startErrorReporting } from '../../http/errorReporting.ts'
import { currentSession } from '../../http/session.ts'
import { guardClicks } from '../../ui/guardClicks.ts'
import { guardFocus } from '../../ui/guardFocus.ts'
import { log } from '../../ui/log.ts'
import { styleNonce } from '../../ui/theme.ts'
import { BeforeSignInPage, identifierPrefix } from './BeforeSignInPage.tsx'
import { hydrationRootId } from './hydrationRoot.ts'
import { startTexts } from '../../texts/translation.ts'
import { findTypedFields, reportTyped } from './typedFields.ts'

const { flags } = currentSession()
startTexts(flags.platform_name)
startErrorReporting(flags).catch((error: unknown) =>
  log.warn(`Error reporting did not start: ${String(error)}`),
)

const container = document.getElementById(hydrationRootId)
const view = readBootstrap()?.view
if (!container || !view) throw new Error('The document has no page before sign-in.')
const typed = findTypedFields(container)
const page = createElement(BeforeSignInPage, { view, email: emailInHash(), getStyleNonce: styleNonce })
// Immediate, so that the page reacts as soon as the document has loaded.
flushSync(() => hydrateRoot(container, page, { identifierPrefix }))
for (const field of typed) reportTyped(field)
container.dataset['hydrated'] = ''
// React has to render what was typed first.
setTimeout(() => {
  const pressed = container.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
})
guardClicks()
// A form that was sent is replaced by what comes next.
guardFocus()
