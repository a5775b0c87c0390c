import {
  isAccountView,
  type AccountView,
  type PublicPageRequest,
  type PublicView,
} from '@trestle/domain/shell/publicPage.ts'
import { PublicDocumentation } from '../../documentation/PublicDocumentation.tsx'
import { TermsArticle } from '../../documentation/TermsArticle.tsx'
import { PublicMarketplace } from '../../marketplace/PublicMarketplace.tsx'
import { PublicMarketplaceApp } from '../../marketplace/PublicMarketplaceApp.tsx'
import { PublicChangelog } from '../../reference/PublicChangelog.tsx'
import {
  PublicReferenceDoc,
  PublicReferenceGroup,
  PublicReferencePage,
} from '../../reference/PublicReferencePages.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { HomePage } from '../HomePage.tsx'
import { hydrationRootId } from './hydrationRoot.ts'
import { PublicDocument } from './PublicDocument.tsx'

function Page({ view }: { view: Exclude<PublicView, AccountView> }) {
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
    case 'reference':
      return <PublicReferencePage contents={view.contents} />
    case 'referenceDoc':
      return <PublicReferenceDoc contents={view.contents} doc={view.doc} />
    case 'referenceGroup':
      return <PublicReferenceGroup contents={view.contents} document={view.document} />
    case 'changelog':
      return <PublicChangelog changelog={view.changelog} />
    default:
      return view satisfies never
  }
}

/** As in index.html. Not among the texts, because no browser that runs scripts needs it. */
const noScript = 'This page needs JavaScript. Turn it on and reload the page.'

/**
 * Shows a visitor's page with the document around it. For a page with a form, it only has a placeholder
 * (renderPage.ts).
 */
export function PublicPage({ view, ...document }: PublicPageRequest) {
  if (isAccountView(view)) {
    return (
      <PublicDocument {...document} isAccountPage>
        <noscript>
          <Banner tone="warning" title={noScript} />
        </noscript>
        <div id={hydrationRootId} />
      </PublicDocument>
    )
  }
  return (
    <PublicDocument {...document}>
      <Page view={view} />
    </PublicDocument>
  )
}
