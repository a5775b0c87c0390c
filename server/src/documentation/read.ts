import { readdir, readFile } from 'node:fs/promises'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import type { DocumentationPage, Terms } from '@trestle/domain/documentation/contract.ts'
import { toPassages, textFor, type Reader } from '@trestle/domain/documentation/rules.ts'
import { load } from 'js-yaml'
import { z } from 'zod'

const contentFolder = new URL('../../../content/', import.meta.url)

const line = z.string().trim().min(1)

const PageFacts = z.strictObject({
  title: line.max(60),
  order: z.int().positive(),
  section: line,
  /** Also the description that search engines show. */
  summary: line.max(200),
  hidden_in_government_cloud: z.boolean().default(false),
})

const TermsFacts = z.strictObject({ version: z.iso.date() })

/** All documentation content as this portal's readers see it, with the pages in reading order. */
export interface Documentation {
  pages: DocumentationPage[]
  terms: Terms
}

/** Names the content file that can't be read, so that the server fails at startup and not at the first request. */
export class ContentError extends Error {}

/** Reads and validates the whole content folder once. */
export async function readDocumentation(reader: Reader, folder = contentFolder): Promise<Documentation> {
  const pagesFolder = new URL('documentation/', folder)
  const names = (await readdir(pagesFolder)).filter((name) => name.endsWith('.md'))
  const all = await Promise.all(names.map((name) => readPage(pagesFolder, name, reader)))
  const pages = all
    .filter(({ facts }) => !(reader.isGovernmentCloud && facts.hidden_in_government_cloud))
    .sort((a, b) => a.facts.order - b.facts.order)
  requireOrder(pages)
  return {
    pages: pages.map(({ slug, facts: { title, section, summary }, body }) => ({
      slug,
      title: textFor(title, reader),
      section,
      summary: textFor(summary, reader),
      body,
    })),
    terms: await readTerms(folder, reader),
  }
}

async function readFacts<Facts>(file: URL, shape: z.ZodType<Facts>): Promise<{ facts: Facts; body: string }> {
  const name = file.pathname.split('/').at(-1)
  const text = await readFile(file, 'utf8')
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  if (front === undefined || body === undefined) throw new ContentError(`${name} has no front matter`)
  const facts = shape.safeParse(load(front))
  if (!facts.success) {
    const [issue] = facts.error.issues
    throw new ContentError(`${name}: ${issue?.path.join('.')} ${issue?.message}`)
  }
  return { facts: facts.data, body }
}

async function readPage(folder: URL, name: string, reader: Reader) {
  const slug = name.replace(/\.md$/, '')
  const { facts, body: source } = await readFacts(new URL(name, folder), PageFacts)
  const body = textFor(source, reader).trim()
  const anchors = toPassages(body).flatMap(({ anchor }) => anchor ?? [])
  const twice = anchors.find((anchor, i) => anchors.indexOf(anchor) !== i)
  if (twice !== undefined) throw new ContentError(`${name} has two headings #${twice}`)
  return { slug, facts, body }
}

interface Ordered {
  slug: string
  facts: { order: number; section: string }
}

function requireOrder(pages: Ordered[]): void {
  const seen = new Set<string>()
  for (const [i, { slug, facts }] of pages.entries()) {
    const before = pages[i - 1]?.facts
    if (before?.order === facts.order) {
      throw new ContentError(`${slug}.md has the same order as another page: ${facts.order}`)
    }
    if (before?.section === facts.section) continue
    if (seen.has(facts.section)) {
      throw new ContentError(`${slug}.md isn't next to the other pages of its section, ${facts.section}`)
    }
    seen.add(facts.section)
  }
}

/** Reads the terms. Accounts store the version they accepted, so the terms shown must have that version. */
async function readTerms(folder: URL, reader: Reader): Promise<Terms> {
  const { facts, body } = await readFacts(new URL('terms.md', folder), TermsFacts)
  if (facts.version !== termsVersion) {
    throw new ContentError(`terms.md is version ${facts.version}, but accounts accept ${termsVersion}`)
  }
  return { version: facts.version, body: textFor(body, reader).trim() }
}
