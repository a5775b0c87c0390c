import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/notifications.ts'
import { lazyPage } from '../ui/retry.ts'
import { paths } from '../paths.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { TextLink } from '../ui/Link.tsx'
import { unreadNotifications } from './queries.ts'
import classes from './NotificationsMenu.module.css'

/** Lazy, because it includes the Markdown renderer. */
const LatestNotifications = lazyPage(() =>
  import('./LatestNotifications.tsx').then((m) => m.LatestNotifications),
)

const shownCount = (count: number) => (count > 99 ? '99+' : String(count))

/** Shows the bell with the number of unread notifications and a menu of the newest three (NOTE-01 to NOTE-09). */
export function NotificationsMenu() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const unread = useQuery(unreadNotifications()).data?.total ?? 0
  const close = () => setOpened(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator
        disabled={unread === 0}
        label={<span aria-hidden>{shownCount(unread)}</span>}
        size={18}
        offset={6}
        color="red.8"
        classNames={{ indicator: classes['count'] ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread === 0 ? t('shell.bellNone') : t('shell.bell', { count: unread })}
            onClick={() => setOpened(!opened)}
          >
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={t('notifications.title')}>
        <Boundary>
          <Suspense fallback={<output>{t('notifications.loading')}</output>}>
            <LatestNotifications onFollow={close} />
          </Suspense>
        </Boundary>
        <p className={classes['all']}>
          <TextLink href={paths.notifications()} onClick={close}>
            {t('notifications.seeAll')}
          </TextLink>
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
