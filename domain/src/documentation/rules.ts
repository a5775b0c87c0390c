/** Replaced by the platform's name in our texts. Other double braces belong to example manifests. */
const platformMark = '{{platform}}'

/** Returns the anchor of a heading: `App Version Key!` becomes `app-version-key`. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

export interface Passage {
  /** Null before the page's first heading. */
  heading: string | null
  anchor: string | null
  /** 2 or 3; 1 before the first heading. */
  level: number
  /** Line of the heading, from 1; 0 before the first heading. */
  line: number
  /** Markdown. */
  text: string
}

const fence = /^\s*(```|~~~)/

/** Returns the lines of a string, and for each whether it is inside a code block. */
function splitLines(markdown: string): { line: string; isCode: boolean }[] {
  let isCode = false
  return markdown.split('\n').map((line) => {
    const isFence = fence.test(line)
    const wasCode = isCode
    if (isFence) isCode = !isCode
    return { line, isCode: wasCode || isFence }
  })
}

/** Splits a page at its second- and third-level headings. */
export function toPassages(markdown: string): Passage[] {
  const passages: Passage[] = [{ heading: null, anchor: null, level: 1, line: 0, text: '' }]
  for (const [index, { line, isCode }] of splitLines(markdown).entries()) {
    const [, marks, title] = (!isCode && /^ {0,3}(#{2,3})\s+(.+?)(?:\s+#+)?\s*$/.exec(line)) || []
    if (marks !== undefined && title !== undefined) {
      const heading = withoutMarkdown(title)
      passages.push({ heading, anchor: toAnchor(heading), level: marks.length, line: index + 1, text: '' })
      continue
    }
    const last = passages.at(-1)
    if (last) last.text += `${line}\n`
  }
  return passages
    .map((passage) => ({ ...passage, text: passage.text.trim() }))
    .filter(({ heading, text }) => heading !== null || text !== '')
}

/** Returns a string without markdown: no markup, no link targets, tables as plain text. */
export function plainText(markdown: string): string {
  return splitLines(markdown)
    .filter(({ line }) => !fence.test(line) && !/^\s*\|?[\s:|-]+\|?\s*$/.test(line))
    .map(({ line, isCode }) => (isCode ? line : withoutMarks(line)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const withoutMarks = (line: string): string =>
  withoutMarkdown(line.replace(/^\s*(#{1,6} |> ?|[-*] |\d+\. )/, '')).replace(/\s*\|\s*/g, ' ')

/** Returns the text inside links, code and emphasis. */
const withoutMarkdown = (line: string): string =>
  line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(
      /`([^`]*)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g,
      (_, code?: string, strong?: string, stressed?: string) =>
        code ?? withoutMarkdown(strong ?? stressed ?? ''),
    )

/** Returns every link target in a string, as written. */
export const findLinks = (markdown: string): string[] =>
  splitLines(markdown)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ line }) => [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link))

export interface Reader {
  platformName: string
  isGovernmentCloud: boolean
}

const opening = /^:::(commercial|government)\s*$/

/**
 * Returns the text for one portal: with the platform's name, without the lines between `:::commercial` and `:::` in
 * government cloud, and without those between `:::government` and `:::` anywhere else.
 */
export function textFor(markdown: string, { platformName, isGovernmentCloud }: Reader): string {
  const lines: string[] = []
  let isOpen = false
  let isLeftOut = false
  for (const { line, isCode } of splitLines(markdown)) {
    const [, audience] = (!isCode && opening.exec(line)) || []
    if (audience !== undefined) {
      isOpen = true
      isLeftOut = (audience === 'government') !== isGovernmentCloud
    } else if (isOpen && !isCode && line.trim() === ':::') {
      isOpen = false
      isLeftOut = false
    } else if (!isLeftOut) lines.push(line)
  }
  return lines.join('\n').replaceAll(platformMark, platformName)
}
