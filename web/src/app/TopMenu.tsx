import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../ui/Dropdown.tsx'
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
    </Link>
  )
}

interface TopMenuProps {
  label: string
  links: NavigationLink[]
  pathname: string
}

/** Shows an entry of the top navigation that opens a list of links. */
export function TopMenu({ label, links, pathname }: TopMenuProps) {
  const { t } = useTranslation()
  const items = links.map((link) => ({
    key: link.href,
    label: t(link.title),
    href: link.href,
    ...(link.newTab && { newTab: true }),
  }))
  const trigger = (
    <button
      type="button"
      className={classes['link']}
      data-current={currentLink(pathname, links) ? true : undefined}
    >
      {label}
      <IconChevronDown size={15} aria-hidden />
    </button>
  )
  return <Dropdown items={items} trigger={trigger} position="bottom-start" />
}
