import { toAnchor } from '@trestle/domain/documentation/rules.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { Markdown, type MarkdownComponents } from '../ui/Markdown.tsx'
import { MarkdownCode } from '../ui/MarkdownCode.tsx'
import { textContent, type TextNode } from '../ui/textContent.ts'
import classes from './Article.module.css'

interface HeadingProps extends ComponentProps<'h2'> {
  node?: TextNode | undefined
}

/** The link is a sibling of the heading, so that it isn't part of the heading's accessible name. */
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

const components: MarkdownComponents = {
  h2: headingComponent('h2'),
  h3: headingComponent('h3'),
  pre: MarkdownCode,
}

/** Shows one of our own texts, with links to its headings and copyable examples. */
export function Article({ text }: { text: string }) {
  return (
    <div className={classes['article']}>
      <Markdown text={text} components={components} />
    </div>
  )
}
