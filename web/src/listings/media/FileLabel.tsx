import { Tooltip } from '@mantine/core'
import classes from './Media.module.css'

/** Shows a file's name, cut after 150 px; the full name is in the tooltip and its buttons' labels (MEDIA-17). */
export function FileLabel({ name }: { name: string }) {
  return (
    <Tooltip label={name} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes['label']}>{name}</span>
    </Tooltip>
  )
}
