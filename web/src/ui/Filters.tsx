import type { ReactNode } from 'react'
import classes from './Filters.module.css'

/** What a list can be narrowed by, above it. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className={classes['filters']}>{children}</div>
}

/** Tick boxes among the filters, as high as the fields beside them. */
export function FilterToggles({ children }: { children: ReactNode }) {
  return <div className={classes['toggles']}>{children}</div>
}
