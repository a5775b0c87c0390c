import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { clsx } from '../../ui/clsx.ts'
import { TextLink } from '../../ui/Link.tsx'
import { PopoverDialog } from '../../ui/PopoverDialog.tsx'
import { Brand } from '../Brand.tsx'
import { DrawerGroup } from '../DrawerGroup.tsx'
import { currentLink, topNavigation } from '../navigation.ts'
import { SchemeSwitch } from '../SchemeSwitch.tsx'
import shell from '../Shell.module.css'
import { SignInLinks } from '../SignInLinks.tsx'
import { TopLinks } from '../TopLinks.tsx'
import classes from './PublicShell.module.css'

interface BarProps {
  session: Session
  pathname: string
}

const menuId = 'reference-menu'
const drawerId = 'menu'

/** Works without a script, as a popover. With a script, it has the keyboard behavior of a menu. */
function ReferenceMenu({ session, pathname }: BarProps) {
  const { t } = useTranslation()
  const { reference } = topNavigation(session)
  return (
    <>
      <button
        type="button"
        id={`${menuId}-button`}
        className={shell['link']}
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-current={currentLink(pathname, reference) ? true : undefined}
      >
        {t('shell.reference')}
        <IconChevronDown size="0.9375rem" aria-hidden />
      </button>
      <div
        id={menuId}
        popover="auto"
        role="menu"
        aria-labelledby={`${menuId}-button`}
        className={classes['menu']}
      >
        {reference.map(({ title, href, newTab }) => (
          <a key={href} role="menuitem" href={href} {...(newTab && { target: '_blank', rel: 'noreferrer' })}>
            {t(title)}
            {newTab && <span className="visually-hidden"> {t('ui.newTab')}</span>}
          </a>
        ))}
      </div>
    </>
  )
}

function WideBar({ session, pathname }: BarProps) {
  const { t } = useTranslation()
  return (
    <>
      <nav className={clsx(shell['nav'], classes['wide'])} aria-label={t('shell.navigation')}>
        <ul>
          <li>
            <ReferenceMenu session={session} pathname={pathname} />
          </li>
          <TopLinks links={topNavigation(session).rest} pathname={pathname} />
        </ul>
      </nav>
      <div className={clsx(shell['tools'], classes['wide'])}>
        <PublicSchemeSwitch />
        <SignInLinks />
      </div>
    </>
  )
}

/** The script sets its state, which the browser knows and the server doesn't. */
function PublicSchemeSwitch() {
  return (
    <SchemeSwitch isDark={false} className={classes['scheme']}>
      <IconMoon size="1.1875rem" aria-hidden />
      <IconSun size="1.1875rem" aria-hidden />
    </SchemeSwitch>
  )
}

function NarrowMenu() {
  const { t } = useTranslation()
  return (
    <div className={clsx(shell['tools'], classes['narrow'])}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.menu')}
        aria-haspopup="dialog"
        popoverTarget={drawerId}
      >
        <IconMenu2 size="1.375rem" aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Opens as a popover without a script, and as a modal dialog with one. */
function Drawer({ session, pathname }: BarProps) {
  const { t } = useTranslation()
  const { reference, rest } = topNavigation(session)
  return (
    <PopoverDialog id={drawerId} title={t('shell.menu')} className={classes['drawer']}>
      <nav aria-label={t('shell.navigation')}>
        <DrawerGroup links={rest} pathname={pathname} />
        <DrawerGroup title={t('shell.reference')} links={reference} pathname={pathname} />
        <DrawerGroup links={[]} pathname={pathname}>
          <li>
            <a className={shell['link']} href={paths.signIn()}>
              {t('shell.signIn')}
            </a>
          </li>
          <li>
            <a className={shell['link']} href={paths.signUp()}>
              {t('shell.signUp')}
            </a>
          </li>
          <li className={shell['link']}>
            <PublicSchemeSwitch />
            <span aria-hidden>{t('shell.darkMode')}</span>
          </li>
        </DrawerGroup>
      </nav>
    </PopoverDialog>
  )
}

/** Shows a visitor's page inside the portal's header and footer, at every width from the same markup. */
export function PublicShell({ session, pathname, children }: BarProps & { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <a href="#content" className={shell['skip']}>
        {t('shell.skipLink')}
      </a>
      <header className={shell['header']}>
        <div className={shell['bar']}>
          <Brand />
          <WideBar session={session} pathname={pathname} />
          <NarrowMenu />
        </div>
      </header>
      <Drawer session={session} pathname={pathname} />
      {session.flags.read_only && (
        <aside className={shell['notice']} aria-label={t('shell.maintenance.label')}>
          <Banner tone="warning">{t('shell.maintenance.text')}</Banner>
        </aside>
      )}
      {/* Shown by the script that fetches the results of a search or filter. */}
      <div role="alert" className={classes['unreachable']} data-unreachable hidden>
        <Banner tone="warning" title={t('shell.boundary.networkTitle')}>
          <Button variant="default" size="xs" data-retry>
            {t('ui.retry')}
          </Button>
        </Banner>
      </div>
      <main id="content" tabIndex={-1} className={shell['main']}>
        {children}
      </main>
      <footer className={shell['foot']}>
        <div className={shell['footer']}>
          <TextLink href={paths.terms()}>{t('shell.terms')}</TextLink>
          <TextLink href={session.flags.support_url}>{t('shell.support')}</TextLink>
        </div>
      </footer>
    </>
  )
}
