import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { TextLink } from './Link.tsx'
import classes from './Markdown.module.css'
import { linkImages } from './linkImages.ts'
import { isPlainText } from './plainText.ts'
import { useIsStatic } from './staticPage.ts'

export type MarkdownComponents = Components

interface MarkdownProps {
  text: string
  /** Level of the heading above the text. */
  under?: 1 | 2 | 3
  /** Overrides the rendering of elements. */
  components?: MarkdownComponents
}

const heading = (level: number) =>
  function Heading({ children }: { children?: ReactNode }) {
    const Tag = `h${Math.min(level, 6)}` as 'h2'
    return <Tag>{children}</Tag>
  }

/** Allows only harmless addresses: our own pages, the web, and email. */
const isHarmless = (href: string) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(href)

const linkTarget = (href: string) => (/^https?:/i.test(href) ? { target: '_blank' as const } : {})

/** `shift` moves the text's headings so that its highest one is one level below the heading above. */
const componentsFor = (shift: number): Components => ({
  h1: heading(1 + shift),
  h2: heading(2 + shift),
  h3: heading(3 + shift),
  h4: heading(4 + shift),
  h5: heading(5 + shift),
  h6: heading(6 + shift),
  a: ({ href = '', children }) =>
    isHarmless(href) ? (
      <TextLink href={href} {...linkTarget(href)}>
        {children}
      </TextLink>
    ) : (
      <>{children}</>
    ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <div className={classes['scroll']} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
})

/** From -5 to 3: one fixed set per shift, so that a changed text keeps its elements mounted. */
const sets = Array.from({ length: 9 }, (_, index) => componentsFor(index - 5))

function headingShift(text: string, under: number): number {
  const levels = [...text.matchAll(/^ {0,3}(#{1,6})(?=\s)/gm)].map(([, marks = '']) => marks.length)
  return levels.length === 0 ? 0 : under + 1 - Math.min(...levels)
}

function parse(text: string, under: number, components: MarkdownComponents | undefined): ReactNode {
  if (isPlainText(text)) return <p>{text}</p>
  // Not an element, so that a static page can reuse its result.
  return ReactMarkdown({
    remarkPlugins: [remarkGfm, linkImages],
    disallowedElements: ['input'],
    components: { ...sets[headingShift(text, under) + 5], ...components },
    children: text,
  })
}

/** More characters than the API reference has, but few enough to store. */
const maxParsed = 2_000_000

/**
 * The texts that the server has parsed. A page of the reference has hundreds of texts, which take longer to parse than
 * to render.
 */
const parsed = { trees: new Map<MarkdownComponents, Map<string, ReactNode>>(), characters: 0 }

function parseOnce(text: string, under: number, components: MarkdownComponents): ReactNode {
  const key = `${under} ${text}`
  const known = parsed.trees.get(components)?.get(key)
  if (known !== undefined) return known
  const tree = parse(text, under, components)
  if (parsed.characters > maxParsed) {
    parsed.trees.clear()
    parsed.characters = 0
  }
  const trees = parsed.trees.get(components) ?? new Map<string, ReactNode>()
  parsed.trees.set(components, trees.set(key, tree))
  parsed.characters += text.length
  return tree
}

const noComponents: MarkdownComponents = {}

/**
 * Renders users' Markdown safely: HTML is shown as text, images become links, links only lead to harmless addresses.
 */
export function Markdown({ text, under = 1, components = noComponents }: MarkdownProps) {
  const toTree = useIsStatic() ? parseOnce : parse
  return (
    <div className={classes['markdown']} dir="auto">
      {toTree(text, under, components)}
    </div>
  )
}
