import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Boundary } from './Boundary.tsx'
import classes from './Dropdown.module.css'
import { Link } from './Link.tsx'

export interface DropdownItem {
  key: string
  label: ReactNode
  /** Renders a link instead of an action. */
  href?: string
  newTab?: boolean
  onSelect?: () => void
  icon?: ReactNode
  danger?: boolean
  /** Disables the item and shows the reason under its label. */
  disabledReason?: string | null
}

interface DropdownProps {
  items: DropdownItem[]
  /** A button with a name; by default three dots named after `name`. */
  trigger?: ReactElement
  /** What the actions apply to. */
  name?: string
  position?: 'bottom-start' | 'bottom-end'
}

/** Opens on click, Enter, Space or arrow down; arrows move, Escape closes and returns the focus. */
export function Dropdown({ items, trigger, name = '', position = 'bottom-end' }: DropdownProps) {
  const { t } = useTranslation()
  return (
    <Menu position={position} shadow="md" width="max-content">
      <Menu.Target>
        {trigger ?? (
          <ActionIcon variant="subtle" color="gray" aria-label={t('ui.actions', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Boundary>
          {items.map((item) => (
            <DropdownEntry key={item.key} item={item} />
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
