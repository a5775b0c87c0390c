import { Menu, Text } from '@mantine/core'
import { IconChevronDown, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { toFailure } from '../ui/failure.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { DropdownEntry } from '../ui/Dropdown.tsx'
import { toast } from '../ui/toast.ts'
import { useSignOut } from './queries.ts'
import { SchemeEntry } from './SchemeSwitch.tsx'
import classes from './Shell.module.css'

export function useLeave() {
  const { mutate } = useSignOut()
  return () => mutate(undefined, { onError: (error) => toast('error', toFailure(error).message) })
}

export function AccountMenu({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const leave = useLeave()
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <button
          type="button"
          className={classes['link']}
          aria-label={t('shell.accountMenu', { name: developer.name })}
        >
          <IconUserCircle size={24} stroke={1.5} aria-hidden />
          <IconChevronDown size={15} aria-hidden />
        </button>
      </Menu.Target>
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
              icon: <IconUser size={16} aria-hidden />,
            }}
          />
          <SchemeEntry />
          <Menu.Divider />
          <DropdownEntry
            item={{
              key: 'out',
              label: t('shell.signOut'),
              onSelect: leave,
              icon: <IconLogout size={16} aria-hidden />,
            }}
          />
        </Boundary>
      </Menu.Dropdown>
    </Menu>
  )
}
