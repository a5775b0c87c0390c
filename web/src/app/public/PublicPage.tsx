import type { PublicPageRequest, PublicView } from '@trestle/domain/shell/publicPage.ts'
import { PublicDocumentation } from '../../documentation/PublicDocumentation.tsx'
import { TermsArticle } from '../../documentation/TermsArticle.tsx'
import { PublicMarketplace } from '../../marketplace/PublicMarketplace.tsx'
import { PublicMarketplaceApp } from '../../marketplace/PublicMarketplaceApp.tsx'
import { HomePage } from '../HomePage.tsx'
import { PublicDocument } from './PublicDocument.tsx'

function Page({ view }: { view: PublicView }) {
  switch (view.page) {
    case 'home':
      return <HomePage />
    case 'marketplace':
      return <PublicMarketplace front={view.front} />
    case 'marketplaceApp':
      return <PublicMarketplaceApp app={view.app} />
    case 'documentation':
      return <PublicDocumentation {...view.documentation} />
    case 'terms':
      return <TermsArticle terms={view.terms} />
    default:
      return view satisfies never
  }
}

/** A visitor's page with the document around it. */
export function PublicPage({ view, ...document }: PublicPageRequest) {
  return (
    <PublicDocument {...document}>
      <Page view={view} />
    </PublicDocument>
  )
}
