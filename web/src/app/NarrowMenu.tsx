import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { Session } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { NarrowDrawerProps } from './NarrowDrawer.tsx'

const NarrowDrawer = lazyOverlay<NarrowDrawerProps>(() =>
  import('./NarrowDrawer.tsx').then((m) => m.NarrowDrawer),
)

/** Collapses the whole top navigation into one button below 1100 px. */
export function NarrowMenu({ session, pathname }: { session: Session; pathname: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.menu')}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconMenu2 size={22} aria-hidden />
      </ActionIcon>
      <NarrowDrawer opened={opened} onClose={() => setOpened(false)} session={session} pathname={pathname} />
    </>
  )
}
