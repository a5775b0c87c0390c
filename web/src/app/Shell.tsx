import { Outlet, useLocation } from '@tanstack/react-router'
import { Kbd } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { Suspense, useEffect, useRef, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermsDialogProps } from '../accounts/TermsDialog.tsx'
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent.ts'
import { useSession } from '../http/session.ts'
import { NotificationsMenu } from '../notifications/NotificationsMenu.tsx'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { TextLink } from '../ui/Link.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import type { CommandPaletteProps } from './CommandPalette.tsx'
import { NarrowMenu } from './NarrowMenu.tsx'
import { topNavigation } from './navigation.ts'
import { NewVersionNotice } from './NewVersionNotice.tsx'
import { SchemeButton } from './SchemeButton.tsx'
import classes from './Shell.module.css'
import { ShellNotices } from './ShellNotices.tsx'
import { SignInLinks } from './SignInLinks.tsx'
import { TopLinks } from './TopLinks.tsx'
import { TopMenu } from './TopMenu.tsx'
import { usePalette } from './usePalette.ts'
import { withReviewCount } from './withReviewCount.tsx'

const CommandPalette = lazyOverlay<CommandPaletteProps>(() =>
  import('./CommandPalette.tsx').then((m) => m.CommandPalette),
)
const TermsDialog = lazyOverlay<TermsDialogProps>(() =>
  import('../accounts/TermsDialog.tsx').then((m) => m.TermsDialog),
)
const EnrollmentPage: LazyComponent<{ onFinish: () => void }> = lazyComponent(() =>
  import('../accounts/factors/EnrollmentPage.tsx').then((m) => m.EnrollmentPage),
)

interface BarProps {
  session: Session
  pathname: string
}

function WideNavigation({ session, pathname }: BarProps) {
  const { t } = useTranslation()
  const { main, reference, rest, admin } = topNavigation(session)
  return (
    <nav className={classes['nav']} aria-label={t('shell.navigation')}>
      <ul>
        <TopLinks links={main} pathname={pathname} />
        <li>
          <TopMenu label={t('shell.reference')} links={reference} pathname={pathname} />
        </li>
        <TopLinks links={rest} pathname={pathname} />
        {admin.length > 0 && (
          <li>
            <TopMenu label={t('shell.admin')} links={withReviewCount(admin)} pathname={pathname} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation()
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <button
      type="button"
      className={classes['palette']}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
    >
      <IconSearch size="1rem" aria-hidden />
      {t('shell.palette.open')}
      <Kbd size="xs" aria-hidden>
        {isApple ? '⌘ K' : 'Ctrl K'}
      </Kbd>
    </button>
  )
}

function Tools({ session, onOpenPalette }: { session: Session; onOpenPalette: () => void }) {
  if (!session.developer) {
    return (
      <div className={classes['tools']}>
        <SchemeButton />
        <SignInLinks />
      </div>
    )
  }
  return (
    <div className={classes['tools']}>
      <PaletteButton onOpen={onOpenPalette} />
      {!session.factor_enrollment?.is_due && (
        <Boundary compact>
          <NotificationsMenu />
        </Boundary>
      )}
      <Boundary compact>
        <AccountMenu developer={session.developer} />
      </Boundary>
    </div>
  )
}

/** Moves the focus to the new page after navigation, because the clicked link may be gone. */
function useFocusContent(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

interface ContentProps {
  /** Staff must set up a second factor before any page opens. */
  isEnrolling: boolean
  isSignedIn: boolean
  pathname: string
}

/** Shows the page, or the setup that staff must complete first. It stays until they continue or go elsewhere. */
function Content({ isEnrolling, isSignedIn, pathname }: ContentProps) {
  const [heldAt, setHeldAt] = useState<string | null>(null)
  const held = isEnrolling || (isSignedIn && heldAt === pathname) ? pathname : null
  if (held !== heldAt) setHeldAt(held)
  if (held === null) return <Outlet />
  return (
    <Suspense>
      <EnrollmentPage onFinish={() => setHeldAt(null)} />
    </Suspense>
  )
}

export function Shell() {
  const { t } = useTranslation()
  const session = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const isNarrow = useNarrow()
  const main = useFocusContent(pathname)
  const palette = usePalette({ isOffered: session.developer !== null, load: CommandPalette.preload })
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    main.current?.focus()
    main.current?.scrollIntoView()
  }
  return (
    <>
      <a href="#content" className={classes['skip']} onClick={skip}>
        {t('shell.skipLink')}
      </a>
      <header className={classes['header']}>
        <div className={classes['bar']}>
          <Brand />
          {isNarrow ? (
            <div className={classes['tools']}>
              <Boundary compact>
                <NarrowMenu session={session} pathname={pathname} />
              </Boundary>
            </div>
          ) : (
            <>
              <Boundary compact>
                <WideNavigation session={session} pathname={pathname} />
              </Boundary>
              <Tools session={session} onOpenPalette={palette.open} />
            </>
          )}
        </div>
      </header>
      <ShellNotices session={session} />
      <NewVersionNotice />
      <main id="content" ref={main} tabIndex={-1} className={classes['main']}>
        <Content
          isEnrolling={session.factor_enrollment?.is_due === true}
          isSignedIn={session.developer !== null}
          pathname={pathname}
        />
      </main>
      <footer className={classes['foot']}>
        <div className={classes['footer']}>
          <TextLink href={paths.terms()}>{t('shell.terms')}</TextLink>
          <TextLink href={session.flags.support_url}>{t('shell.support')}</TextLink>
          {session.version !== null && <span>{t('shell.version', { version: session.version })}</span>}
        </div>
      </footer>
      {/* Not over the terms themselves. */}
      <TermsDialog opened={session.terms_due && pathname !== paths.terms()} />
      {session.developer && <CommandPalette {...palette.dialog} />}
    </>
  )
}
