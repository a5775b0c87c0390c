import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import classes from './MarkdownCode.module.css'
import { textContent, type TextNode } from './textContent.ts'

/** Shows a code block of one of our own texts with a copy button. */
export function MarkdownCode({ node, children }: ComponentProps<'pre'> & { node?: TextNode | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={classes['code']}>
      <pre tabIndex={0}>{children}</pre>
      <div className={classes['copy']}>
        <CopyButton compact value={textContent(node)} name={t('ui.code')} />
      </div>
    </div>
  )
}
