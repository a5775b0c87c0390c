import classes from './AppsPage.module.css'

const characters = new Intl.Segmenter()

/** As a reader counts characters: an emoji is one. */
const firstOf = (name: string): string => [...characters.segment(name.trim())][0]?.segment.toUpperCase() ?? ''

interface AppIconProps {
  name: string
  src: string | null
}

/** An app's picture, or its first letter. The name stands beside it, so it says nothing itself. */
export function AppIcon({ name, src }: AppIconProps) {
  if (src !== null) return <img className={classes['icon']} src={src} alt="" width={32} height={32} />
  return (
    <span className={classes['icon']} aria-hidden>
      {firstOf(name)}
    </span>
  )
}
