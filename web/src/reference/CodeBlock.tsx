import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import classes from './CodeBlock.module.css'

/** Shows a request or response example with a copy button. */
export function CodeBlock({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes['block']}>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div className={classes['copy']}>
        <CopyButton compact value={text} name={name ?? t('reference.endpoint.code')} />
      </div>
    </div>
  )
}
