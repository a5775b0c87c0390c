import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NarrowPage } from '../ui/NarrowPage.tsx'

interface DeadLinkProps {
  /** The reason why the link doesn't work. */
  message: string
  /** The alternative to offer. */
  children: ReactNode
}

/** Shows the page of an emailed link that no longer works. */
export function DeadLink({ message, children }: DeadLinkProps) {
  const { t } = useTranslation()
  return (
    <NarrowPage title={t('ui.deadLink')}>
      <Text>{message}</Text>
      {children}
    </NarrowPage>
  )
}
