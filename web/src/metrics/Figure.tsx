import classes from './Metrics.module.css'

interface FigureProps {
  name: string
  value: string
  /** How the number is counted. */
  how: string
}

/** Shows one number of a `dl` with its explanation. */
export function Figure({ name, value, how }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      <dd className={classes['small']}>{how}</dd>
    </div>
  )
}
