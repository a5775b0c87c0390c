import type { Flags, Session } from '@trestle/domain/accounts/contract.ts'
import { pageAddress, pageRoutes } from '@trestle/domain/routes.ts'
import type { ReactNode } from 'react'
import { paths } from '../paths.ts'

/** The pages that a menu can link to by name alone. */
type MenuPage =
  | 'account'
  | 'adminApps'
  | 'adminDevelopers'
  | 'adminNotifications'
  | 'adminOauthApplications'
  | 'apps'
  | 'audit'
  | 'changelog'
  | 'jobs'
  | 'marketplace'
  | 'notifications'
  | 'rateLimits'
  | 'reviewQueue'
  | 'securityEvents'

export interface NavigationLink {
  /** A text key. */
  title: (typeof pageRoutes)[MenuPage | 'documentation' | 'referenceDoc']['title'] | 'shell.developerSite'
  href: string
  /** Every page under this address belongs to the link, in addition to those under its own. */
  area?: string
  newTab?: boolean
  /** The first of a group of links. */
  startsGroup?: boolean
  /** Shown right after the title: the number of open items on the page. */
  badge?: ReactNode
}

export const linkTo = (page: MenuPage): NavigationLink => ({
  title: pageRoutes[page].title,
  href: pageAddress(page),
})

/**
 * Returns the Reference links. The REST API opens in a new tab only in government cloud; the developer site exists only
 * outside it.
 */
export function referenceLinks(flags: Pick<Flags, 'gov_cloud' | 'developer_site_url'>): NavigationLink[] {
  const { gov_cloud: isGovernmentCloud, developer_site_url: siteUrl } = flags
  const links: NavigationLink[] = [
    {
      title: pageRoutes.referenceDoc.title,
      href: paths.restOverview(),
      area: paths.reference(),
      ...(isGovernmentCloud && { newTab: true }),
    },
    linkTo('changelog'),
  ]
  if (!isGovernmentCloud && siteUrl) links.push({ title: 'shell.developerSite', href: siteUrl })
  return links
}

/** For platform staff only. */
export const adminLinks: NavigationLink[] = [
  linkTo('adminApps'),
  linkTo('reviewQueue'),
  { ...linkTo('adminDevelopers'), startsGroup: true },
  linkTo('adminOauthApplications'),
  { ...linkTo('adminNotifications'), startsGroup: true },
  linkTo('rateLimits'),
  { ...linkTo('jobs'), startsGroup: true },
  linkTo('audit'),
  linkTo('securityEvents'),
]

interface TopNavigation {
  main: NavigationLink[]
  reference: NavigationLink[]
  rest: NavigationLink[]
  admin: NavigationLink[]
}

/** Returns the links of the top navigation for this session (SHELL-09). */
export function topNavigation(session: Pick<Session, 'developer' | 'is_admin' | 'flags'>): TopNavigation {
  const isSignedIn = session.developer !== null
  return {
    main: isSignedIn ? [linkTo('apps')] : [],
    reference: referenceLinks(session.flags),
    rest: [
      {
        title: pageRoutes.documentation.title,
        href: paths.documentation(),
        area: paths.documentationArea(),
      },
      linkTo('marketplace'),
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
