import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from './Link.tsx'

export interface DropdownItem {
  key: string
  label: ReactNode
  /** A link, or an action. */
  href?: string
  newTab?: boolean
  onSelect?: () => void
  icon?: ReactNode
  danger?: boolean
  /** Off, and why: the reason stands under the label. */
  disabledReason?: string | null
}

interface DropdownProps {
  items: DropdownItem[]
  /** A button with a name; without it, three dots named after `name`. */
  trigger?: ReactElement
  /** What the actions are for. */
  name?: string
  position?: 'bottom-start' | 'bottom-end'
}

/** Opens with a press, Enter, Space or arrow down; arrows move, Escape closes and gives the focus back. */
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
        {items.map((item) => (
          <DropdownEntry key={item.key} item={item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function DropdownEntry({ item }: { item: DropdownItem }) {
  const shared = { leftSection: item.icon, ...(item.danger && { color: 'red' }) }
  if (item.href !== undefined) {
    return (
      <Menu.Item {...shared} component={Link} href={item.href} {...(item.newTab && { target: '_blank' })}>
        {item.label}
      </Menu.Item>
    )
  }
  const isDead = Boolean(item.disabledReason)
  // Not `disabled`: the keyboard has to get to the reason, and a menu of dead entries has to close by Escape.
  return (
    <Menu.Item
      {...shared}
      {...(isDead && { 'aria-disabled': true, closeMenuOnClick: false, c: 'dimmed' })}
      onClick={isDead ? undefined : item.onSelect}
    >
      {item.label}
      {item.disabledReason && (
        <small style={{ display: 'block', maxWidth: '18rem' }}>{item.disabledReason}</small>
      )}
    </Menu.Item>
  )
}
