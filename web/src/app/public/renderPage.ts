import './public.css'
import '../../ui/tones.css'
import '../../ui/base.css'
import type { RenderPublicPage } from '@trestle/domain/shell/publicPage.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { replaceSession } from '../../http/session.ts'
import { startTexts } from '../../texts/i18n.ts'
import { PublicPage } from './PublicPage.tsx'

/** Renders at once, so that the session of one request can't reach the page of another. */
export const renderPublicPage: RenderPublicPage = (request) => {
  replaceSession(request.session)
  startTexts(request.session.flags.platform_name)
  return `<!doctype html>${renderToStaticMarkup(createElement(PublicPage, request))}`
}
