import { toAnchor } from '@trestle/domain/documentation/rules.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Markdown, type MarkdownComponents } from '../ui/Markdown.tsx'
import { textContent, type TextNode } from '../ui/textContent.ts'
import { useScrollToHash } from '../useScrollToHash.ts'
import classes from './Article.module.css'

interface HeadingProps extends ComponentProps<'h2'> {
  node?: TextNode | undefined
}

/** Its address is a neighbour of the heading, so that the heading's name stays its words. */
const headingComponent = (Tag: 'h2' | 'h3') =>
  function Heading({ node, children }: HeadingProps) {
    const { t } = useTranslation()
    const heading = textContent(node)
    const anchor = toAnchor(heading)
    return (
      <div className={classes['heading']}>
        <Tag id={anchor}>{children}</Tag>
        <a href={`#${anchor}`} aria-label={t('documentation.headingLink', { heading })}>
          <span aria-hidden>#</span>
        </a>
      </div>
    )
  }

function Code({ node, children }: ComponentProps<'pre'> & { node?: TextNode | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={classes['code']}>
      <pre tabIndex={0}>{children}</pre>
      <div className={classes['copy']}>
        <CopyButton compact value={textContent(node)} name={t('documentation.code')} />
      </div>
    </div>
  )
}

const components: MarkdownComponents = { h2: headingComponent('h2'), h3: headingComponent('h3'), pre: Code }

/** A text of ours whose headings have addresses and whose examples can be copied. */
export function Article({ text }: { text: string }) {
  useScrollToHash(true)
  return (
    <div className={classes['article']}>
      <Markdown text={text} components={components} />
    </div>
  )
}
