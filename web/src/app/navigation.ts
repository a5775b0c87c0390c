import type { Flags, Session } from '@trestle/domain/accounts/contract.ts'
import { paths } from '../paths.ts'

export interface NavigationLink {
  /** The text key under `shell.`. */
  key: LinkKey
  href: string
  /** Every page under this address belongs to the link, in addition to those under its own. */
  area?: string
  newTab?: boolean
}

export type LinkKey =
  | 'myApps'
  | 'restApi'
  | 'changelog'
  | 'developerSite'
  | 'documentation'
  | 'marketplace'
  | 'developerApps'
  | 'reviewQueue'
  | 'developers'
  | 'oauthApplications'
  | 'notifications'
  | 'rateLimits'
  | 'auditLog'
  | 'account'

/**
 * Returns the Reference links. The REST API opens in a new tab only in government cloud; the developer site exists only
 * outside it.
 */
export function referenceLinks(flags: Pick<Flags, 'gov_cloud' | 'developer_site_url'>): NavigationLink[] {
  const { gov_cloud: govCloud, developer_site_url: siteUrl } = flags
  const links: NavigationLink[] = [
    {
      key: 'restApi',
      href: paths.restOverview(),
      area: paths.reference(),
      ...(govCloud && { newTab: true }),
    },
    { key: 'changelog', href: paths.changelog() },
  ]
  if (!govCloud && siteUrl) links.push({ key: 'developerSite', href: siteUrl })
  return links
}

/** For platform staff only. */
export const adminLinks: NavigationLink[] = [
  { key: 'developerApps', href: paths.adminApps() },
  { key: 'reviewQueue', href: paths.reviewQueue() },
  { key: 'developers', href: paths.adminDevelopers() },
  { key: 'oauthApplications', href: paths.adminOauthApplications() },
  { key: 'notifications', href: paths.adminNotifications() },
  { key: 'rateLimits', href: paths.rateLimits() },
  { key: 'auditLog', href: paths.audit() },
]

export interface TopNavigation {
  main: NavigationLink[]
  reference: NavigationLink[]
  rest: NavigationLink[]
  admin: NavigationLink[]
}

/** Returns the links of the top navigation for this session (SHELL-09). */
export function topNavigation(session: Pick<Session, 'developer' | 'is_admin' | 'flags'>): TopNavigation {
  const isSignedIn = session.developer !== null
  return {
    main: isSignedIn ? [{ key: 'myApps', href: paths.apps() }] : [],
    reference: referenceLinks(session.flags),
    rest: [
      { key: 'documentation', href: paths.documentation(), area: paths.documentationArea() },
      { key: 'marketplace', href: paths.marketplace() },
    ],
    admin: isSignedIn && session.is_admin ? adminLinks : [],
  }
}

const areaFor = ({ area, href }: NavigationLink) => area ?? href

/** Returns the link of the current section: the one with the longest address that the current one starts with. */
export function currentLink(pathname: string, links: NavigationLink[]): NavigationLink | undefined {
  const inside = links.filter(
    (link) => pathname === areaFor(link) || pathname.startsWith(`${areaFor(link)}/`),
  )
  return inside.toSorted((a, b) => areaFor(b).length - areaFor(a).length)[0]
}
