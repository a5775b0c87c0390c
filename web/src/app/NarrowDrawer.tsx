import { Drawer } from '@mantine/core'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Link } from '../ui/Link.tsx'
import { linkTo, topNavigation, type NavigationLink } from './navigation.ts'
import { SchemeRow } from './SchemeRow.tsx'
import classes from './Shell.module.css'
import { TopLink } from './TopMenu.tsx'
import { useLeave } from './useLeave.ts'

export interface NarrowDrawerProps {
  opened: boolean
  onClose: () => void
  session: Session
  pathname: string
}

interface GroupProps {
  title?: string
  links: NavigationLink[]
  pathname: string
  onFollow: () => void
  children?: ReactNode
}

function Group({ title, links, pathname, onFollow, children }: GroupProps) {
  return (
    <div className={classes['drawerSection']}>
      {title && <h2>{title}</h2>}
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <TopLink link={link} pathname={pathname} onFollow={onFollow} />
          </li>
        ))}
        {children}
      </ul>
    </div>
  )
}

export function NarrowDrawer({ opened, onClose, session, pathname }: NarrowDrawerProps) {
  const { t } = useTranslation()
  const { main, reference, rest, admin } = topNavigation(session)
  const shared = { pathname, onFollow: onClose }
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xs" title={t('shell.menu')}>
      <Boundary>
        <nav aria-label={t('shell.navigation')}>
          <Group links={[...main, ...rest]} {...shared} />
          <Group title={t('shell.reference')} links={reference} {...shared} />
          {admin.length > 0 && <Group title={t('shell.admin')} links={admin} {...shared} />}
          <AccountGroup session={session} {...shared} />
        </nav>
      </Boundary>
    </Drawer>
  )
}

function AccountGroup({ session, ...shared }: { session: Session; pathname: string; onFollow: () => void }) {
  const { t } = useTranslation()
  const leave = useLeave()
  const { developer } = session
  if (!developer) {
    return (
      <Group links={[]} {...shared}>
        <li>
          <Link className={classes['link']} href={paths.signIn()} onClick={shared.onFollow}>
            {t('shell.signIn')}
          </Link>
        </li>
        <li>
          <Link className={classes['link']} href={paths.signUp()} onClick={shared.onFollow}>
            {t('shell.signUp')}
          </Link>
        </li>
        <li>
          <SchemeRow />
        </li>
      </Group>
    )
  }
  const links = [linkTo('notifications'), linkTo('account')]
  return (
    <Group title={`${developer.name} · ${developer.email}`} links={links} {...shared}>
      <li>
        <button type="button" className={classes['link']} onClick={leave}>
          {t('shell.signOut')}
        </button>
      </li>
      <li>
        <SchemeRow />
      </li>
    </Group>
  )
}
