import { notifications } from '@mantine/notifications'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRoute,
  type AnyRouter,
} from '@tanstack/react-router'
import { getSession, type Session } from '@trestle/domain/accounts/contract.ts'
import { parseBrackets, stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { listJobs } from '@trestle/domain/jobs/contract.ts'
import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Providers } from '../src/app/Providers.tsx'
import { createPortalRouter } from '../src/app/router.tsx'
import { confirmation } from '../src/http/confirmation.ts'
import { endedSession } from '../src/http/endedSession.ts'
import { queryClient } from '../src/http/queryClient.ts'
import { replaceSession } from '../src/http/session.ts'
import { promotedApps } from '../src/manifests/versions/promotedApps.ts'
import { startTexts } from '../src/texts/translation.ts'
import { buildSession } from './build.ts'
import { reply } from './network.ts'

const mounted: { root: Root | null; router: AnyRouter | null } = { root: null, router: null }

function mount(router: AnyRouter, paddingTop = '0') {
  const container = document.createElement('div')
  container.style.paddingTop = paddingTop
  document.body.append(container)
  mounted.router = router
  mounted.root = createRoot(container)
  mounted.root.render(<Providers router={router} />)
}

function startPage(session: Session, address: string) {
  replaceSession(session)
  startTexts(session.flags.platform_name)
  window.history.replaceState(null, '', address)
}

interface RenderOptions {
  session?: Session
  address?: string
}

/** Shows the component at every address. Those that read the address of their page find its route. */
function buildRoutes(component: () => ReactNode) {
  const rootRoute = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => rootRoute, id: 'signedIn' })
  const adminOnly = createRoute({ getParentRoute: () => signedIn, id: 'adminOnly' })
  const appPath = 'developer_apps/$id/{-$tab}'
  return rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: '$', component }),
    signedIn.addChildren([
      createRoute({ getParentRoute: () => signedIn, path: appPath, component }),
      createRoute({ getParentRoute: () => signedIn, path: 'notifications', component }),
      adminOnly.addChildren([
        createRoute({ getParentRoute: () => adminOnly, path: `admin/${appPath}`, component }),
      ]),
    ]),
  ])
}

/** Renders the routes of a test inside the app's providers. */
export function renderRoutes(routeTree: AnyRoute, address: string): void {
  startPage(buildSession(), address)
  mount(
    createRouter({
      routeTree,
      history: createBrowserHistory(),
      parseSearch: (search) => parseBrackets(search) ?? {},
      stringifySearch: (search) => `?${stringifyBrackets(search)}`,
    }),
  )
}

/** Renders one component inside the app's providers. Links and navigation change the address as usual. */
export function renderPart(
  part: ReactNode,
  { session = buildSession(), address = '/' }: RenderOptions = {},
): void {
  startPage(session, address)
  mount(
    createRouter({
      routeTree: buildRoutes(() => part),
      history: createBrowserHistory(),
      parseSearch: (search) => parseBrackets(search) ?? {},
    }),
    // Where the app has its header; without the space, sticky table heads would cover the first row.
    '120px',
  )
}

/**
 * Renders the page at this address inside the app shell. Replies with no notifications and, for staff, with no jobs.
 * A test may override this afterward.
 */
export function renderPage(
  address: string,
  { session = buildSession() }: Omit<RenderOptions, 'address'> = {},
): void {
  startPage(session, address)
  reply(listNotifications, [])
  reply(listJobs, [])
  reply(getSession, session)
  mount(createPortalRouter())
}

/** Returns the page's current path and query. */
export const currentAddress = (): string => window.location.pathname + decodeURI(window.location.search)

/** Removes what a test rendered and clears the state it left in memory. */
export function removeRendered(): void {
  mounted.root?.unmount()
  mounted.root = null
  mounted.router?.history.destroy()
  mounted.router = null
  document.body.replaceChildren()
  notifications.clean()
  queryClient.clear()
  // A call still waiting for a sign-in would resume in a later test.
  confirmation.cancel()
  endedSession.decline()
  endedSession.renew()
  promotedApps.write({})
  localStorage.clear()
  sessionStorage.clear()
}
