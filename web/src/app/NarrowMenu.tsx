import { ActionIcon, Drawer } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Link } from '../ui/Link.tsx'
import { useLeave } from './AccountMenu.tsx'
import { linkTo, topNavigation, type NavigationLink } from './navigation.ts'
import { SchemeRow } from './SchemeSwitch.tsx'
import classes from './Shell.module.css'
import { TopLink } from './TopMenu.tsx'

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

/** Collapses the whole top navigation into one button below 1100 px. */
export function NarrowMenu({ session, pathname }: { session: Session; pathname: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { main, reference, rest, admin } = topNavigation(session)
  const close = () => setOpened(false)
  const shared = { pathname, onFollow: close }
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.menu')}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <Drawer opened={opened} onClose={close} position="right" size="xs" title={t('shell.menu')}>
        <Boundary>
          <nav aria-label={t('shell.navigation')}>
            <Group links={[...main, ...rest]} {...shared} />
            <Group title={t('shell.reference')} links={reference} {...shared} />
            {admin.length > 0 && <Group title={t('shell.admin')} links={admin} {...shared} />}
            <AccountGroup session={session} {...shared} />
          </nav>
        </Boundary>
      </Drawer>
    </>
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
