import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider, type AnyRouter, type HistoryState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmIdentity } from '../accounts/ConfirmIdentity.tsx'
import { SignInAgain } from '../accounts/SignInAgain.tsx'
import { queryClient } from '../http/queryClient.ts'
import { loadsDocument } from '../paths.ts'
import { DrawErrorProvider, type CaughtError } from '../ui/Boundary.tsx'
import { guardClicks } from '../ui/guardClicks.ts'
import { guardFocus } from '../ui/guardFocus.ts'
import { NavigationProvider } from '../ui/Link.tsx'
import { ToastArea } from '../ui/ToastArea.tsx'
import { styleNonce, theme } from '../ui/theme.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Changes each time a link leads to the current page. */
    isRepeated?: boolean
  }
}

/** Returns whether a link leads to the part of the page that the address already names. */
const isHere = (href: string): boolean => {
  const { pathname, search, hash } = window.location
  return hash !== '' && href === pathname + search + hash
}

const navigationFor = (router: AnyRouter) => ({
  navigate: (href: string) => {
    if (loadsDocument(href)) window.location.assign(href)
    else if (isHere(href)) {
      // Otherwise the router would do nothing, and the page would not scroll there or focus a field again.
      const state = (before: HistoryState) => ({ ...before, isRepeated: !before.isRepeated })
      void router.navigate({ href, replace: true, state })
    } else {
      const { pathname, search } = window.location
      void router.navigate({ href, state: { from: pathname + search } })
    }
  },
  replace: (href: string) => {
    if (loadsDocument(href)) window.location.replace(href)
    else void router.navigate({ href, replace: true })
  },
  // If preloading fails, the click fetches again and shows the failure.
  preload: (href: string) => {
    if (!loadsDocument(href)) void router.preloadRoute({ to: '.', href }).catch(() => undefined)
  },
})

const drawError = (caught: CaughtError) => <ErrorNotice {...caught} />

/** An error in the shell itself is shown without the shell. */
export function Providers({ router }: { router: AnyRouter }) {
  const { t } = useTranslation()
  const navigation = useMemo(() => navigationFor(router), [router])
  useEffect(guardFocus, [])
  useEffect(guardClicks, [])
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
      // Both are either in the style sheet (ui/themeVariables.css) or unused.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <CatchBoundary getResetKey={() => 'frame'} errorComponent={ErrorScreen}>
        <DrawErrorProvider value={drawError}>
          <QueryClientProvider client={queryClient}>
            <NavigationProvider value={navigation}>
              <RouterProvider router={router} />
              <SignInAgain />
              <ConfirmIdentity />
            </NavigationProvider>
          </QueryClientProvider>
        </DrawErrorProvider>
      </CatchBoundary>
      <section aria-label={t('shell.messages')}>
        <ToastArea />
      </section>
    </MantineProvider>
  )
}
