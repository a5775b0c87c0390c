import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { CopyableCode } from '../ui/CopyableCode.tsx'
import classes from './CodeBlock.module.css'

/** Shows a request or response example with a copy button. */
export function CodeBlock({ text, name }: { text: string; name?: string }) {
  const { t } = useTranslation()
  return (
    <CopyableCode text={text} name={name ?? t('reference.endpoint.code')} className={classes['block']}>
      <code>{text}</code>
    </CopyableCode>
  )
}
