import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './AccountCard.module.css'

interface AccountCardProps {
  title: string
  lead?: string
  children: ReactNode
  /** The way to the neighbouring pages. */
  footer?: ReactNode
}

/** The narrow page of everything one does before being signed in. */
export function AccountCard({ title, lead, children, footer }: AccountCardProps) {
  return (
    <div className={classes['page']}>
      <div className={classes['card']}>
        <PageHeader title={title} description={lead} />
        <Stack gap="md">{children}</Stack>
      </div>
      {footer && <div className={classes['footer']}>{footer}</div>}
    </div>
  )
}
