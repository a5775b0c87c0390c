import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { Boundary } from './Boundary.tsx'
import type { DropdownItem } from './Dropdown.tsx'
import classes from './Dropdown.module.css'
import type { LoadedMenuProps } from './LazyMenu.tsx'
import { Link } from './Link.tsx'

export interface DropdownMenuProps {
  items: DropdownItem[]
  position: 'bottom-start' | 'bottom-end'
}

export function DropdownMenu({
  items,
  position,
  trigger,
  opened,
  onChange,
}: DropdownMenuProps & LoadedMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} position={position} shadow="md" width="max-content">
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        <Boundary>
          {items.map((item) => (
            <Fragment key={item.key}>
              {item.startsGroup && <Menu.Divider />}
              <DropdownEntry item={item} />
            </Fragment>
          ))}
        </Boundary>
      </Menu.Dropdown>
    </Menu>
  )
}

export function DropdownEntry({ item }: { item: DropdownItem }) {
  if (item.disabledReason) return <DisabledEntry item={item} reason={item.disabledReason} />
  const shared = { leftSection: item.icon, ...(item.danger && { className: classes['danger'] ?? '' }) }
  if (item.href !== undefined) {
    return (
      <Menu.Item {...shared} component={Link} href={item.href} {...(item.newTab && { target: '_blank' })}>
        {item.label}
      </Menu.Item>
    )
  }
  return (
    <Menu.Item {...shared} onClick={item.onSelect}>
      {item.label}
    </Menu.Item>
  )
}

/** Keeps a disabled entry in the arrow key order, so that screen reader users get the reason too. */
function DisabledEntry({ item, reason }: { item: DropdownItem; reason: string }) {
  return (
    <Menu.Item
      leftSection={item.icon}
      className={classes['off'] ?? ''}
      closeMenuOnClick={false}
      aria-disabled
    >
      {item.label} <small className={classes['reason']}>{reason}</small>
    </Menu.Item>
  )
}
