import classes from './Metrics.module.css'

interface StatisticProps {
  name: string
  value: string
  /** How the number is counted. */
  how: string
}

/** Shows one number of a `dl` with its explanation. */
export function Statistic({ name, value, how }: StatisticProps) {
  return (
    <div className={classes['statistic']}>
      <dt>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      <dd className={classes['small']}>{how}</dd>
    </div>
  )
}
