import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeader } from './PageHeader.tsx'
import classes from './NarrowPage.module.css'

interface NarrowPageProps {
  title: string
  lead?: string
  children: ReactNode
  /** Links to related pages. */
  footer?: ReactNode
}

/** Shows one card in the middle, for pages before sign-in. */
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
