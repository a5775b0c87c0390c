import { useTranslation } from 'react-i18next'
import { Link } from '../ui/Link.tsx'
import { currentLink, type NavigationLink } from './navigation.ts'
import classes from './Shell.module.css'

interface TopLinkProps {
  link: NavigationLink
  pathname: string
  onFollow?: () => void
}

export function TopLink({ link, pathname, onFollow }: TopLinkProps) {
  const { t } = useTranslation()
  const isCurrent = currentLink(pathname, [link]) !== undefined
  return (
    <Link
      href={link.href}
      className={classes['link']}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
      {...(link.newTab && { target: '_blank' })}
    >
      {t(link.title)}
      {link.badge}
    </Link>
  )
}
