import type { ComponentProps } from 'react'
import { CopyableCode } from './CopyableCode.tsx'
import classes from './MarkdownCode.module.css'
import { textContent, type TextNode } from './textContent.ts'

/** Shows a code block of one of our own texts with a copy button. */
export function MarkdownCode({ node, children }: ComponentProps<'pre'> & { node?: TextNode | undefined }) {
  return (
    <CopyableCode text={textContent(node)} className={classes['code']}>
      {children}
    </CopyableCode>
  )
}
