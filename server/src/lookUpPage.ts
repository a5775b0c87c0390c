import type { GroupDocument } from '@trestle/domain/reference/content.ts'
import {
  adminAppTabsIn,
  appTabs,
  matchPage,
  pageRoutes,
  type MatchedPage,
  type PageName,
} from '@trestle/domain/routes.ts'
import type { PageFacts } from './http/pageDocument.ts'
import type { OpenedPage } from './http/pages.ts'
import { findReferencePage } from './reference/findPage.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { shorten } from './text/shorten.ts'

/** The facts of a page that only its visitor can see, or whose facts come with its data. */
const nothingMore: PageFacts = { title: null, description: null }

interface PublicPage {
  /** The title from the web app's texts; null if only the platform's name is shown. */
  title: string | null
  description: (settings: Settings) => string
}

/** The pages whose content is the same for everyone. They have the same titles as in the web app. */
export const publicPages: { [Name in PageName]?: PublicPage } = {
  home: {
    title: null,
    description: ({ PLATFORM_NAME, GOV_CLOUD }) =>
      GOV_CLOUD
        ? `The developer portal of ${PLATFORM_NAME}, the construction-software platform. Build integrations here, and list them on the marketplace.`
        : `The developer portal of ${PLATFORM_NAME}, the construction-software platform. Build integrations here, try them in a sandbox, and list them on the marketplace.`,
  },
  signUp: {
    title: 'Sign Up',
    description: ({ PLATFORM_NAME }) => `Create a ${PLATFORM_NAME} developer account to build apps.`,
  },
  signIn: {
    title: 'Sign In',
    description: ({ PLATFORM_NAME }) =>
      `Sign in to the developer portal of ${PLATFORM_NAME} to build and manage your apps.`,
  },
  forgotPassword: {
    title: 'Forgot your password?',
    description: ({ PLATFORM_NAME }) =>
      `Get a link to choose a new password for your ${PLATFORM_NAME} developer account.`,
  },
  terms: {
    title: 'Terms and conditions',
    description: ({ PLATFORM_NAME }) =>
      `The terms on which developers use the ${PLATFORM_NAME} developer portal and API.`,
  },
  reference: {
    title: 'REST API reference',
    description: ({ PLATFORM_NAME }) =>
      `Every ${PLATFORM_NAME} API call that an app can make, by product area.`,
  },
  changelog: {
    title: 'Changelog · REST API reference',
    description: ({ PLATFORM_NAME }) => `What changed in the ${PLATFORM_NAME} API, newest first.`,
  },
}

/** Returns the facts of a page that anyone can find and share at this address. */
function shared(title: string | null, description: string, address: string): PageFacts {
  return {
    title,
    description,
    shared: { address, image: null, structured: null },
  }
}

type Lookup = (services: Services, found: MatchedPage, page: OpenedPage) => PageFacts | null

/** Pages with public content, which exist as long as their content does. Marketplace pages look up their own facts. */
const contentPages: { [Name in PageName]?: Lookup } = {
  documentation: ({ documentation }, { params }, { path }) => {
    const page = documentation.pages.find(({ slug }) => slug === params['page'])
    return page ? shared(`${page.title} · Documentation`, page.summary, canonical(path)) : null
  },
  referenceDoc: (services, { params: { page: slug = '' } }, page) =>
    referenceFacts(services, { kind: 'doc', slug }, page),
  referenceGroup: (services, { params: { group: slug = '' } }, page) =>
    referenceFacts(services, { kind: 'group', slug }, page),
}

const canonical = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Returns the facts of a page of the reference, which are shared only if everyone can read it. */
function referenceFacts(
  services: Services,
  page: { kind: 'doc' | 'group'; slug: string },
  { actor, query, path }: OpenedPage,
): PageFacts | null {
  // The browser loads the reference from another server, and only that server knows its pages.
  if (services.settings.DEV_API_URL !== undefined) return nothingMore
  const found = findReferencePage(services, actor, { ...page, query })
  if (!found) return null
  const facts = 'x-group' in found ? groupFacts(found) : { title: found.title, text: found.summary }
  const title = `${facts.title} · REST API reference`
  const isPublic = findReferencePage(services, null, { ...page, query: {} }) !== undefined
  return isPublic ? shared(title, shorten(facts.text), canonical(path)) : { title, description: null }
}

const groupFacts = ({ info }: GroupDocument) => ({ title: info.title, text: info.description ?? info.title })

/** To other developers, staff pages look like addresses without a page. Visitors are sent to sign in first. */
const isHidden = ({ name }: MatchedPage, { actor }: OpenedPage): boolean =>
  pageRoutes[name].access === 'staff' && actor !== null && !actor.is_admin

/** The first tab of an app has no segment. Government cloud lacks tabs of the staff page (AAPP-25, AAPP-27). */
function isAbsentTab({ name, params: { tab } }: MatchedPage, { GOV_CLOUD }: Settings): boolean {
  if (tab === undefined || (name !== 'app' && name !== 'adminApp')) return false
  const [, ...segments] = name === 'app' ? appTabs : adminAppTabsIn(GOV_CLOUD)
  return segments.every((segment) => segment !== tab)
}

/** Returns the facts of a page that the server knows before the web app runs; null for an address without a page. */
export function lookUpPage(services: Services, page: OpenedPage): PageFacts | null {
  const found = matchPage(page.path)
  if (found === null || isHidden(found, page) || isAbsentTab(found, services.settings)) return null
  const lookUp = contentPages[found.name]
  if (lookUp) return lookUp(services, found, page)
  const known = publicPages[found.name]
  if (!known) return nothingMore
  return shared(known.title, known.description(services.settings), pageRoutes[found.name].pattern)
}
