import { Tooltip } from '@mantine/core'
import classes from './Media.module.css'

/** A file's name, cut after 150 px; all of it to whoever points at it, and in the names of its buttons (MEDIA-17). */
export function FileLabel({ name }: { name: string }) {
  return (
    <Tooltip label={name} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes['label']}>{name}</span>
    </Tooltip>
  )
}
