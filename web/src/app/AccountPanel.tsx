import { Menu, Text } from '@mantine/core'
import { IconCheck, IconLogout, IconMoon, IconUser } from '@tabler/icons-react'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { DropdownEntry } from '../ui/DropdownMenu.tsx'
import type { LoadedMenuProps } from '../ui/LazyMenu.tsx'
import { useLeave } from './useLeave.ts'
import classes from './Shell.module.css'
import { useScheme } from './useScheme.ts'

export interface AccountPanelProps {
  developer: Developer
}

export function AccountPanel({ developer, trigger, opened, onChange }: AccountPanelProps & LoadedMenuProps) {
  const { t } = useTranslation()
  const leave = useLeave()
  return (
    <Menu opened={opened} onChange={onChange} position="bottom-end" shadow="md" width={260}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        <Boundary>
          <Menu.Label>
            <Text fw={600} c="var(--text)" truncate>
              {developer.name}
            </Text>
            <Text size="sm" truncate>
              {developer.email}
            </Text>
          </Menu.Label>
          <Menu.Divider />
          <DropdownEntry
            item={{
              key: 'account',
              label: t('shell.account'),
              href: paths.account(),
              icon: <IconUser size="1rem" aria-hidden />,
            }}
          />
          <SchemeEntry />
          <Menu.Divider />
          <DropdownEntry
            item={{
              key: 'out',
              label: t('shell.signOut'),
              onSelect: leave,
              icon: <IconLogout size="1rem" aria-hidden />,
            }}
          />
        </Boundary>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu stays open when it is switched. */
function SchemeEntry() {
  const { t } = useTranslation()
  const { isDark, toggle } = useScheme()
  return (
    <Menu.CheckboxItem
      checked={isDark}
      onChange={toggle}
      // Other entries have their icon there.
      classNames={{ itemIndicator: classes['unused'] ?? '' }}
      rightSection={isDark && <IconCheck size="1rem" aria-hidden />}
    >
      <span className={classes['withIcon']}>
        <IconMoon size="1rem" aria-hidden />
        {t('shell.darkMode')}
      </span>
    </Menu.CheckboxItem>
  )
}
