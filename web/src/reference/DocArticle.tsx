import type { ReferenceDoc } from '@trestle/domain/reference/contract.ts'
import { findHeadings, toSlug } from '@trestle/domain/reference/rules.ts'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { Markdown, type MarkdownComponents } from '../ui/Markdown.tsx'
import { MarkdownCode } from '../ui/MarkdownCode.tsx'
import { PageContents } from '../ui/PageContents.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { textContent, type TextNode } from '../ui/textContent.ts'
import classes from './DocPage.module.css'

const heading = (Tag: 'h2' | 'h3') =>
  function Heading({ node, children }: ComponentProps<'h2'> & { node?: TextNode | undefined }) {
    return <Tag id={toSlug(textContent(node))}>{children}</Tag>
  }

const components: MarkdownComponents = { h2: heading('h2'), h3: heading('h3'), pre: MarkdownCode }

interface DocArticleProps {
  doc: ReferenceDoc
  /** For readers who can choose a branch. */
  branchSelect?: ReactNode
}

/** Shows an overview page of the reference with its headings next to it (REF-05, REF-06). */
export function DocArticle({ doc: { title, summary, body }, branchSelect }: DocArticleProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['columns']}>
      <article>
        <PageHeader
          title={title}
          documentTitle={[title, t('reference.title')]}
          crumbs={[{ label: t('reference.title'), href: paths.reference() }, { label: title }]}
          description={summary}
          actions={branchSelect}
        />
        <Markdown text={body} under={1} components={components} />
      </article>
      <Contents text={body} />
    </div>
  )
}

function Contents({ text }: { text: string }) {
  const { t } = useTranslation()
  const headings = findHeadings(text).filter(({ level }) => level === 2 || level === 3)
  if (headings.length < 2) return null
  return <PageContents label={t('reference.onThisPage')} entries={headings} className={classes['contents']} />
}
