import type { ReferenceDoc } from '@trestle/domain/reference/contract.ts'
import type { Passage } from '@trestle/domain/documentation/rules.ts'
import { guidePassages } from '@trestle/domain/reference/guides.ts'
import { createContext, useContext, useMemo, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/reference.ts'
import { Markdown, type MarkdownComponents } from '../ui/Markdown.tsx'
import { MarkdownCode } from '../ui/MarkdownCode.tsx'
import { PageContents } from '../ui/PageContents.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import classes from './DocPage.module.css'

/** The guide's passages: a heading can't tell from its text alone whether its anchor has a number. */
const Passages = createContext<Passage[]>([])

interface HeadingProps extends ComponentProps<'h2'> {
  node?: { position?: { start: { line: number } } | undefined } | undefined
}

const heading = (Tag: 'h2' | 'h3') =>
  function Heading({ node, children }: HeadingProps) {
    const passage = useContext(Passages).find(({ line }) => line === node?.position?.start.line)
    return <Tag id={passage?.anchor ?? undefined}>{children}</Tag>
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
  const passages = useMemo(() => guidePassages(body), [body])
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
        <Passages value={passages}>
          <Markdown text={body} under={1} components={components} />
        </Passages>
      </article>
      <Contents passages={passages} />
    </div>
  )
}

function Contents({ passages }: { passages: Passage[] }) {
  const { t } = useTranslation()
  const entries = passages.flatMap(({ anchor, heading: text, level }) =>
    anchor === null ? [] : [{ anchor, text, level }],
  )
  if (entries.length < 2) return null
  return <PageContents label={t('reference.onThisPage')} entries={entries} className={classes['contents']} />
}
