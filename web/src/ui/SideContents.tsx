import type { ContentsEntry } from './PageContents.tsx'
import classes from './SideContents.module.css'

interface SideContentsProps {
  label: string
  entries: ContentsEntry[]
}

/** Lists the parts of a long page on its left, like the navigation of an app, where there is room. */
export function SideContents({ label, entries }: SideContentsProps) {
  return (
    <nav className={classes['contents']} aria-label={label}>
      <p>{label}</p>
      <ul>
        {entries.map(({ anchor, text }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
