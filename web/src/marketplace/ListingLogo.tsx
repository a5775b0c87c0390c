import type { PublicMedia } from '@trestle/domain/marketplace/contract.ts'
import { clsx } from '../ui/clsx.ts'
import { firstLetter } from '../ui/firstLetter.ts'
import classes from './ListingLogo.module.css'

interface ListingLogoProps {
  name: string
  logo: PublicMedia | null
  large?: boolean
}

/** Shows an app's logo, or its first letter. It has no alternative text, because the name is next to it. */
export function ListingLogo({ name, logo, large = false }: ListingLogoProps) {
  const className = clsx(classes['logo'], large && classes['large'])
  if (logo) return <img className={className} src={logo.url} alt="" width={48} height={48} loading="lazy" />
  return (
    <span className={className} aria-hidden>
      {firstLetter(name)}
    </span>
  )
}
