import type { Session } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Link } from '../ui/Link.tsx'
import { DrawerGroup } from './DrawerGroup.tsx'
import { linkTo, topNavigation } from './navigation.ts'
import { SchemeRow } from './SchemeRow.tsx'
import classes from './Shell.module.css'
import { useLeave } from './useLeave.ts'
import { withReviewCount } from './withReviewCount.tsx'

export interface NarrowDrawerProps {
  opened: boolean
  onClose: () => void
  session: Session
  pathname: string
  /** How many notifications are unread. */
  unread: number
}

export function NarrowDrawer({ opened, onClose, session, pathname, unread }: NarrowDrawerProps) {
  const { t } = useTranslation()
  const { main, reference, rest, admin } = topNavigation(session)
  const shared = { pathname, onFollow: onClose }
  return (
    <Drawer opened={opened} onClose={onClose} title={t('shell.menu')} width={320}>
      <nav aria-label={t('shell.navigation')}>
        <DrawerGroup links={[...main, ...rest]} {...shared} />
        <DrawerGroup title={t('shell.reference')} links={reference} {...shared} />
        {admin.length > 0 && (
          <DrawerGroup title={t('shell.admin')} links={withReviewCount(admin)} {...shared} />
        )}
        <AccountGroup session={session} unread={unread} {...shared} />
      </nav>
    </Drawer>
  )
}

interface AccountGroupProps extends Pick<NarrowDrawerProps, 'session' | 'pathname' | 'unread'> {
  onFollow: () => void
}

function AccountGroup({ session, unread, ...shared }: AccountGroupProps) {
  const { t } = useTranslation()
  const leave = useLeave()
  const { developer } = session
  if (!developer) {
    return (
      <DrawerGroup links={[]} {...shared}>
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
      </DrawerGroup>
    )
  }
  const badge = unread > 0 && <Badge tone="accent">{t('shell.unread', { count: unread })}</Badge>
  const links = [{ ...linkTo('notifications'), badge }, linkTo('account')]
  return (
    <DrawerGroup title={`${developer.name} · ${developer.email}`} links={links} {...shared}>
      <li>
        <button type="button" className={classes['link']} onClick={leave}>
          {t('shell.signOut')}
        </button>
      </li>
      <li>
        <SchemeRow />
      </li>
    </DrawerGroup>
  )
}
