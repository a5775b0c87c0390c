import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnreadMark, useUnreadCount } from '../notifications/UnreadMark.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { NarrowDrawerProps } from './NarrowDrawer.tsx'

const NarrowDrawer = lazyOverlay<NarrowDrawerProps>(() =>
  import('./NarrowDrawer.tsx').then((m) => m.NarrowDrawer),
)

/** Collapses the whole top navigation into one button below 1100 px, which keeps the number of the bell. */
export function NarrowMenu({ session, pathname }: { session: Session; pathname: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const unreadId = useId()
  const unread = useUnreadCount(session.developer !== null && !session.factor_enrollment?.is_due)
  return (
    <>
      <UnreadMark count={unread}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('shell.menu')}
          aria-describedby={unread > 0 ? unreadId : undefined}
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <IconMenu2 size="1.375rem" aria-hidden />
        </ActionIcon>
      </UnreadMark>
      {unread > 0 && (
        <span id={unreadId} className="visually-hidden">
          {t('shell.bell', { count: unread })}
        </span>
      )}
      <NarrowDrawer
        opened={opened}
        onClose={() => setOpened(false)}
        session={session}
        pathname={pathname}
        unread={unread}
      />
    </>
  )
}
