import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { clsx } from './clsx.ts'
import classes from './FoldingCard.module.css'

interface FoldingCardProps {
  title: string
  /** One line about the content, shown while the card is collapsed. */
  summary: ReactNode
  startsOpen?: boolean
  /** Badges next to the title. */
  aside?: ReactNode
  children: ReactNode
}

/** Shows a collapsible card with an h2. Input inside survives collapsing. */
export function FoldingCard({ title, summary, startsOpen = false, aside, children }: FoldingCardProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <section className={classes['card']} aria-labelledby={`${id}-title`}>
      <div className={classes['header']}>
        <h2>
          <button
            id={`${id}-title`}
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight
              size="1.125rem"
              aria-hidden
              className={clsx(classes['chevron'], isOpen && classes['open'])}
            />
            {title}
          </button>
        </h2>
        {aside && <div className={classes['aside']}>{aside}</div>}
        {!isOpen && <p className={classes['summary']}>{summary}</p>}
      </div>
      <div id={id} hidden={!isOpen} className={classes['body']}>
        {children}
      </div>
    </section>
  )
}
