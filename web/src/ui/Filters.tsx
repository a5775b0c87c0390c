import type { ReactNode } from 'react'
import classes from './Filters.module.css'

/** Shows the filters above a list. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={classes['filters']}>{children}</div>
}

/** Aligns checkboxes with the filter fields beside them. */
export function FilterToggles({ children }: { children: ReactNode }) {
  return <div className={classes['toggles']}>{children}</div>
}
