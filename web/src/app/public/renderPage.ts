import './public.css'
import '../../ui/themeVariables.css'
import '../../ui/tones.css'
import '../../ui/base.css'
import '../../ui/forcedColors.css'
import '../../ui/print.css'
import {
  isAccountView,
  type AccountView,
  type PublicPageRequest,
  type RenderPublicPage,
} from '@trestle/domain/shell/publicPage.ts'
import { createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge'
import { replaceSession } from '../../http/session.ts'
import { BeforeSignInPage, identifierPrefix } from './BeforeSignInPage.tsx'
import { hydrationRootId } from './hydrationRoot.ts'
import { PublicPage } from './PublicPage.tsx'
import { startTexts } from '../../texts/translation.ts'

const emptyPage = `<div id="${hydrationRootId}"></div>`

/** Returns a page that React continues in the browser. For React it is a separate document, with its own ids. */
function renderAccountPage(view: AccountView, { styleNonce }: PublicPageRequest): string {
  const page = createElement(BeforeSignInPage, { view, email: '', getStyleNonce: () => styleNonce })
  return `<div id="${hydrationRootId}">${renderToString(page, { identifierPrefix })}</div>`
}

/** Renders synchronously, so that one request's session can't reach another request's page. */
export const renderPublicPage: RenderPublicPage = (request) => {
  replaceSession(request.session)
  startTexts(request.session.flags.platform_name)
  const document = `<!doctype html>${renderToStaticMarkup(createElement(PublicPage, request))}`
  const { view } = request
  return isAccountView(view) ? document.replace(emptyPage, () => renderAccountPage(view, request)) : document
}
