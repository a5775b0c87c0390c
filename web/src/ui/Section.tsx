import { useId, type ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import classes from './PageHeader.module.css'

interface SectionProps {
  title: ReactNode
  description?: ReactNode
  /** Beside the title: badges, a menu, a button. */
  aside?: ReactNode
  id?: string
  children: ReactNode
}

/** Shows a card with an h2. */
export function Section({ title, description, aside, id, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} className={classes['section']} aria-labelledby={headingId}>
      <div className={classes['sectionHeader']}>
        <h2 id={headingId}>{title}</h2>
        {aside}
        {description && <p className={classes['sectionDetail']}>{description}</p>}
      </div>
      <Boundary>{children}</Boundary>
    </section>
  )
}
