import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'

/** The bell. Announcements come with their own part; until then there are none. */
export function NotificationsMenu() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell.notifications')}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('shell.notifications')}>
        <EmptyState
          icon={<IconBell size={30} stroke={1.4} />}
          title={t('shell.noNotifications')}
          detail={t('shell.checkBackLater')}
        >
          <TextLink href={paths.notifications()} onClick={() => setOpened(false)}>
            {t('shell.seeAllAnnouncements')}
          </TextLink>
        </EmptyState>
      </Popover.Dropdown>
    </Popover>
  )
}
