import { clsx } from '../ui/clsx.ts'
import classes from './MethodBadge.module.css'

/** Shows an HTTP method in a box of fixed width, so that paths line up. */
export function MethodBadge({ verb }: { verb: string }) {
  return <span className={clsx(classes['method'], classes[verb.toLowerCase()])}>{verb}</span>
}
