import { clsx } from '../ui/clsx.ts'
import classes from './MethodBadge.module.css'

/** The verb of a call, in a box of one width, so that paths stand under each other. */
export function MethodBadge({ verb }: { verb: string }) {
  return <span className={clsx(classes['method'], classes[verb.toLowerCase()])}>{verb}</span>
}
