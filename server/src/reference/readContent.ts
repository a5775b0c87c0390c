import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textFor, type Reader as TextReader } from '@trestle/domain/documentation/rules.ts'
import {
  BranchFile,
  ChangelogFile,
  DocHead,
  GroupDocument,
  type Branch,
} from '@trestle/domain/reference/content.ts'
import { forGovernmentCloud } from '@trestle/domain/reference/governmentCloud.ts'
import { withPortalSandbox } from '@trestle/domain/reference/portalSandbox.ts'
import { newestFirst, onBase } from '@trestle/domain/reference/rules.ts'
import { load } from 'js-yaml'
import type { z } from 'zod'
import { undefinedIfMissing } from '../undefinedIfMissing.ts'
import { adaptApiAddress } from './adaptApiAddress.ts'

/** The settings that the reference depends on. */
interface Reader extends TextReader {
  /** The address of the portal. */
  portalUrl: string
  /** The address of the platform's API, or null if it isn't known. */
  platformApiUrl: string | null
}

/** Called for every unusable file. The rest of the documentation is served without it. */
export type OnBroken = (file: string, problem: string) => void

const namesIn = async (folder: string): Promise<string[]> => {
  const entries = (await readdir(folder).catch(undefinedIfMissing)) ?? []
  return entries.toSorted((a, b) => a.localeCompare(b))
}

function toProblem(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'issues' in error) {
    const [issue] = (error as z.ZodError).issues
    return `${issue?.path.join('.')}: ${issue?.message}`
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

/** Reads the usable files, sorted by name. */
async function readFiles<T>(
  folder: string,
  ending: string,
  read: (text: string, name: string) => T,
  onBroken: OnBroken,
): Promise<T[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
  const made = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name)
      try {
        return [read(await readFile(file, 'utf8'), name.slice(0, -ending.length))]
      } catch (error) {
        onBroken(file, toProblem(error))
        return []
      }
    }),
  )
  return made.flat()
}

const headed = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/

/** Replaced with the portal's address in the pages, which contain its addresses like the examples of calls. */
const portalMark = '{{portal}}'

function readDoc(text: string, slug: string, reader: Reader) {
  const [, head, body = ''] = headed.exec(text) ?? []
  if (head === undefined) throw new Error('a page begins with its head between two lines of ---')
  const adapted = textFor(body, reader).replaceAll(portalMark, () => reader.portalUrl)
  return { ...DocHead.parse(load(head)), slug, body: adapted.trim() }
}

function readGroup(parsed: unknown, { isGovernmentCloud, portalUrl }: Reader): GroupDocument {
  const document = GroupDocument.parse(parsed)
  return isGovernmentCloud ? forGovernmentCloud(document, portalUrl) : withPortalSandbox(document, portalUrl)
}

async function readBranch(folder: string, reader: Reader, onBroken: OnBroken): Promise<Branch[]> {
  const files = <T>(part: string, ending: string, read: (text: string, name: string) => T) =>
    readFiles(
      join(folder, part),
      ending,
      (text, name) => read(adaptApiAddress(text, reader.platformApiUrl), name),
      onBroken,
    )
  const [branch] = await files('', 'branch.yaml', (text) => BranchFile.parse(load(text)))
  if (!branch) {
    onBroken(folder, 'every branch needs a branch.yaml')
    return []
  }
  const [docs, groups, machineMade, changes] = await Promise.all([
    files('docs', '.md', (text, slug) => readDoc(text, slug, reader)),
    files('groups', '.yaml', (text) => readGroup(load(text), reader)),
    // Machine-written files are JSON. YAML would also work, but takes twenty times as long to parse.
    files('groups', '.json', (text) => readGroup(JSON.parse(text), reader)),
    files('changelog', '.yaml', (text) => ChangelogFile.parse(load(text))),
  ])
  const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order
  return [
    {
      ...branch,
      docs: docs.toSorted(byOrder),
      groups: [...groups, ...machineMade].toSorted((a, b) => byOrder(a['x-group'], b['x-group'])),
      changelog: newestFirst(changes.flat()),
    },
  ]
}

/**
 * Reads the documentation folder as this portal's readers see it. Each subfolder is a branch, and the default branch
 * comes first.
 */
export async function readContent(folder: string, reader: Reader, onBroken: OnBroken): Promise<Branch[]> {
  const names = await namesIn(folder)
  if (names.length === 0) onBroken(folder, "there is no branch: the folder is empty or doesn't exist")
  const read = await Promise.all(names.map((name) => readBranch(join(folder, name), reader, onBroken)))
  const branches = read.flat()
  const whole = branches.map((branch) => {
    const base = branches.find(({ name }) => name === branch.base)
    if (branch.base !== undefined && !base) {
      onBroken(folder, `the base ${branch.base} of ${branch.name} doesn't exist`)
    }
    return base ? onBase(branch, base) : branch
  })
  return whole.toSorted((a, b) => Number(b.default) - Number(a.default))
}
