import classes from './Metrics.module.css'

interface FigureProps {
  name: string
  value: string
  /** How it is counted. */
  how: string
}

/** One number of a `dl`, with what it counts. */
export function Figure({ name, value, how }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      <dd className={classes['small']}>{how}</dd>
    </div>
  )
}
