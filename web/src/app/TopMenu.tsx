import { IconChevronDown } from '@tabler/icons-react'
import { Dropdown } from '../ui/Dropdown.tsx'
import { LinkTitle } from './LinkTitle.tsx'
import { currentLink, type NavigationLink } from './navigation.ts'
import classes from './Shell.module.css'

interface TopMenuProps {
  label: string
  links: NavigationLink[]
  pathname: string
}

/** Shows an entry of the top navigation that opens a list of links. */
export function TopMenu({ label, links, pathname }: TopMenuProps) {
  const items = links.map((link) => ({
    key: link.href,
    label: <LinkTitle link={link} />,
    href: link.href,
    ...(link.startsGroup && { startsGroup: true }),
    ...(link.newTab && { newTab: true }),
  }))
  const trigger = (
    <button
      type="button"
      className={classes['link']}
      aria-current={currentLink(pathname, links) ? true : undefined}
    >
      {label}
      <IconChevronDown size="0.9375rem" aria-hidden />
    </button>
  )
  return <Dropdown items={items} trigger={trigger} position="bottom-start" />
}
