import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from './PageHeader.tsx'
import classes from './NarrowPage.module.css'

interface NarrowPageProps {
  title: string
  lead?: string
  children: ReactNode
  /** The way to the neighbouring pages. */
  footer?: ReactNode
}

/** One card in the middle: for what one does before being signed in. */
export function NarrowPage({ title, lead, children, footer }: NarrowPageProps) {
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
