import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DropdownMenuProps } from './DropdownMenu.tsx'
import { lazyMenu } from './LazyMenu.tsx'

export interface DropdownItem {
  key: string
  label: ReactNode
  /** Renders a link instead of an action. */
  href?: string
  newTab?: boolean
  onSelect?: () => void
  icon?: ReactNode
  /** Adds a line above it. */
  startsGroup?: boolean
  danger?: boolean
  /** Disables the item and shows the reason under its label. */
  disabledReason?: string | null
}

interface DropdownProps {
  items: DropdownItem[]
  /** A button with a name; by default three dots named after `name`. */
  trigger?: ReactElement
  /** The name of the object that the actions apply to. */
  name?: string
  position?: 'bottom-start' | 'bottom-end'
}

const LazyDropdown = lazyMenu<DropdownMenuProps>(() =>
  import('./DropdownMenu.tsx').then((m) => m.DropdownMenu),
)

/** Opens on click, Enter, Space or arrow down; arrows move, Escape closes and returns the focus. */
export function Dropdown({ items, trigger, name = '', position = 'bottom-end' }: DropdownProps) {
  const { t } = useTranslation()
  const dots = (
    <ActionIcon variant="subtle" color="gray" aria-label={t('ui.actions', { name })}>
      <IconDots size="1.125rem" aria-hidden />
    </ActionIcon>
  )
  return <LazyDropdown items={items} position={position} trigger={trigger ?? dots} />
}
