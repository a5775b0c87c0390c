import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import * as calls from './calls.ts'

const entry = {
  slug: z.string(),
  title: z.string(),
  /** Its heading in the navigation. */
  section: z.string(),
  summary: z.string(),
}

export const DocumentationEntry = z.object(entry)
export type DocumentationEntry = z.infer<typeof DocumentationEntry>

export const DocumentationPage = z.object({
  ...entry,
  /** Markdown, with headings from the second level down. */
  body: z.string(),
})
export type DocumentationPage = z.infer<typeof DocumentationPage>

/** The content below one heading, for search. */
export const DocumentationPassage = z.object({
  slug: z.string(),
  title: z.string(),
  /** Null before the page's first heading. */
  heading: z.string().nullable(),
  anchor: z.string().nullable(),
  /** Plain text, without markdown. */
  text: z.string(),
})
export type DocumentationPassage = z.infer<typeof DocumentationPassage>

/** The pages only change with a release, so a copy five minutes old is harmless. */
const cacheSeconds = 300

export const listDocumentation = endpoint({
  ...calls.listDocumentation,
  tokenActions: 'any',
  summary: 'List the pages of the documentation in reading order',
  reply: z.array(DocumentationEntry),
  cacheSeconds,
})

export const getDocumentation = endpoint({
  ...calls.getDocumentation,
  tokenActions: 'any',
  summary: 'Get a page of the documentation',
  params: z.strictObject({ slug: z.string() }),
  reply: DocumentationPage,
  cacheSeconds,
})

export const listDocumentationPassages = endpoint({
  ...calls.listDocumentationPassages,
  tokenActions: 'any',
  summary: 'Get the documentation split at its headings, for a search in the browser',
  reply: z.array(DocumentationPassage),
  cacheSeconds,
})

export const Terms = z.object({ version: z.string(), body: z.string() })
export type Terms = z.infer<typeof Terms>

export const getTerms = endpoint({
  ...calls.getTerms,
  tokenActions: 'any',
  summary: 'Get the terms and conditions that a new account accepts',
  reply: Terms,
  cacheSeconds,
})
