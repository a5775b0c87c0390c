import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from './clsx.ts'
import { CopyButton } from './CopyButton.tsx'
import classes from './CopyableCode.module.css'

interface CopyableCodeProps {
  /** The text that the button copies. */
  text: string
  /** The name of the copied text in the button. */
  name?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** Shows code with a button that copies it. */
export function CopyableCode({ text, name, className, children }: CopyableCodeProps) {
  const { t } = useTranslation()
  return (
    <div className={clsx(classes['block'], className)}>
      <pre tabIndex={0}>{children}</pre>
      <div className={classes['copy']}>
        <CopyButton compact value={text} name={name ?? t('ui.code')} />
      </div>
    </div>
  )
}
