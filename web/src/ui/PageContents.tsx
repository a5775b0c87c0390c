import type { ReactNode } from 'react'
import classes from './PageContents.module.css'

export interface ContentsEntry {
  /** The id of the element that it leads to. */
  anchor: string
  text: ReactNode
  level?: number
}

interface PageContentsProps {
  label: string
  entries: ContentsEntry[]
  /** Replaces the style of contents next to a text. */
  className?: string | undefined
}

/** Lists the parts of a long page next to it, where there is room. */
export function PageContents({ label, entries, className = classes['contents'] }: PageContentsProps) {
  return (
    <nav className={className} aria-label={label}>
      <p>{label}</p>
      <ul>
        {entries.map(({ anchor, text, level }) => (
          <li key={anchor} data-level={level}>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
