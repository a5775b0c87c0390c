import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './LongText.module.css'

/** A text of fewer characters is hardly taller than its first lines. */
const longFrom = 250

interface LongTextProps {
  text: string
  /** Completes the name of the button, for example "of the error of an import". */
  about: string
}

/** Shows the first lines of a long text until someone asks for the rest. Copying and finding include the rest. */
export function LongText({ text, about }: LongTextProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (text.length < longFrom) return <div className={classes['text']}>{text}</div>
  return (
    <>
      <div
        id={id}
        className={classes['text']}
        {...(isOpen ? { 'data-open': true } : { 'data-collapsed': true })}
      >
        {text}
      </div>
      <Button
        className={classes['toggle'] ?? ''}
        variant="subtle"
        size="compact-xs"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'ui.showLess' : 'ui.showMore')}
        <span className="visually-hidden"> {about}</span>
      </Button>
    </>
  )
}
