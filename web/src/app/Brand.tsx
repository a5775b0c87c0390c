import { Link } from '../ui/Link.tsx'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import classes from './Shell.module.css'

export function Brand() {
  const flags = useFlags()
  return (
    <Link href={paths.home()} className={classes['brand']}>
      <svg width="1.625rem" height="1.625rem" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="7" fill="#0f6864" />
        <path
          d="M6 10h20M9 10 7 25M23 10l2 15M8.4 14.5 24.2 19M23.6 14.5 7.8 19"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {flags.platform_name}
    </Link>
  )
}
