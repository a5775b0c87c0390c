import {
  isAccountView,
  type AccountView,
  type PublicPageRequest,
  type PublicView,
} from '@trestle/domain/shell/publicPage.ts'
import { useTranslation } from 'react-i18next'
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
import { hydrationRootId } from './BeforeSignInPage.tsx'
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

/**
 * Shows a visitor's page with the document around it. For a page with a form, it only has a placeholder
 * (renderPage.ts).
 */
export function PublicPage({ view, ...document }: PublicPageRequest) {
  const { t } = useTranslation()
  if (isAccountView(view)) {
    return (
      <PublicDocument {...document} isAccountPage>
        <noscript>
          <Banner tone="warning" title={t('shell.noScript')} />
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
