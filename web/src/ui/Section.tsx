import { createContext, createElement, use, useId, type ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import { clsx } from './clsx.ts'
import classes from './PageHeader.module.css'

/** The heading level of nested sections: one below the enclosing heading. */
export const SectionHeading = createContext<'h2' | 'h3' | 'h4'>('h2')

interface SectionProps {
  title: ReactNode
  /** For screen readers only, where the heading above says the same. */
  hidesTitle?: boolean
  description?: ReactNode
  /** Next to the title: badges, a menu, a button. */
  aside?: ReactNode
  id?: string
  children: ReactNode
}

/** Shows a card with a heading. */
export function Section({ title, hidesTitle = false, description, aside, id, children }: SectionProps) {
  const heading = use(SectionHeading)
  const headingId = useId()
  return (
    <section id={id} className={classes['section']} aria-labelledby={headingId}>
      <div className={clsx(classes['sectionHeader'], hidesTitle && 'visually-hidden')}>
        {createElement(heading, { id: headingId }, title)}
        {aside}
        {description && <p className={classes['sectionDetail']}>{description}</p>}
      </div>
      <Boundary>{children}</Boundary>
    </section>
  )
}
