import type { Session } from '../accounts/contract.ts'
import type {
  DocumentationEntry,
  DocumentationPage,
  DocumentationPassage,
  Terms,
} from '../documentation/contract.ts'
import type { Paged } from '../http/paging.ts'
import type { MarketplaceApp, MarketplaceFront } from '../marketplace/contract.ts'
import type { ChangelogEntry, GroupDocument } from '../reference/content.ts'
import type { ReferenceDoc, ReferenceDocRow, ResourceGroup, SearchEntry } from '../reference/contract.ts'
import type { ChangelogFilters } from '../reference/changelog.ts'

/** A page with a form, which React continues in the browser. */
export type AccountView =
  | { page: 'signIn' | 'signUp'; returnTo: string | null }
  | { page: 'forgotPassword' }
  /** The problem says why the link doesn't work. */
  | { page: 'resetPassword'; token: string; problem: string | null }

/** A page that the server renders for visitors, with what it shows. */
export type PublicView =
  | AccountView
  | { page: 'home' }
  | { page: 'marketplace'; front: MarketplaceFront }
  | { page: 'marketplaceApp'; app: MarketplaceApp }
  | { page: 'documentation'; documentation: DocumentationView }
  | { page: 'terms'; terms: Terms }
  | { page: 'reference'; contents: ReferenceContentsView }
  | { page: 'referenceDoc'; contents: ReferenceContentsView; doc: ReferenceDoc }
  | { page: 'referenceGroup'; contents: ReferenceContentsView; document: GroupDocument }
  | { page: 'changelog'; changelog: ChangelogView }

const accountPages: PublicView['page'][] = ['signIn', 'signUp', 'forgotPassword', 'resetPassword']

export const isAccountView = (view: PublicView): view is AccountView => accountPages.includes(view.page)

export interface DocumentationView {
  page: DocumentationPage
  /** Every page, in reading order. */
  entries: DocumentationEntry[]
  /** What is searched for, and in which texts. */
  search: { words: string; passages: DocumentationPassage[] } | null
}

/** The navigation next to every page of the reference. */
export interface ReferenceContentsView {
  docs: ReferenceDocRow[]
  groups: ResourceGroup[]
  /** What is searched for, and in which entries. */
  search: { words: string; entries: SearchEntry[] } | null
}

export interface ChangelogView extends Paged<ChangelogEntry> {
  page: number
  perPage: number
  filters: ChangelogFilters
}

export interface PublicPageRequest {
  view: PublicView
  session: Session
  /** The address without its query. */
  pathname: string
  /** The addresses of the browser files that the build created. */
  assets: {
    styles: string[]
    script: string
    /** The additional files of pages with a form: a script and the modules that it imports. */
    account: { script: string; imports: string[] }
  }
  styleNonce: string
}

/** An element in documents of pages with a form, which the server fills with the initial data of their script. */
export const emptyBootstrap = '<script type="application/json" id="bootstrap"></script>'

/** Returns a whole document with an empty title. Implemented by the web app, which the server loads when it is built. */
export type RenderPublicPage = (request: PublicPageRequest) => string
