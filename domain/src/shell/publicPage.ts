import type { Session } from '../accounts/contract.ts'
import type {
  DocumentationEntry,
  DocumentationPage,
  DocumentationPassage,
  Terms,
} from '../documentation/contract.ts'
import type { MarketplaceApp, MarketplaceFront } from '../marketplace/contract.ts'

/** A page that the server renders for visitors, with what it shows. */
export type PublicView =
  | { page: 'home' }
  | { page: 'marketplace'; front: MarketplaceFront }
  | { page: 'marketplaceApp'; app: MarketplaceApp }
  | { page: 'documentation'; documentation: DocumentationView }
  | { page: 'terms'; terms: Terms }

export interface DocumentationView {
  page: DocumentationPage
  /** Every page, in reading order. */
  entries: DocumentationEntry[]
  /** What is searched for, and in which texts. */
  search: { words: string; passages: DocumentationPassage[] } | null
}

export interface PublicPageRequest {
  view: PublicView
  session: Session
  /** The address without its query. */
  pathname: string
  /** The addresses of what the build made for the browser. */
  assets: { styles: string[]; script: string }
  styleNonce: string
}

/** Returns a whole document with an empty title. Implemented by the web app, which the server loads when it is built. */
export type RenderPublicPage = (request: PublicPageRequest) => string
