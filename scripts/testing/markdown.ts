import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Document {
  /** Its path in the project. */
  path: string
  text: string
}

/** Lists the Markdown files of the project, except content for readers of the portal and data of tests. */
export const readDocuments = (): Document[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => !/^(content|server\/testing)\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))

const fences = /^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm

/** Returns the code blocks of a document in one language, or without one. */
export const listBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(fences)].filter(([, , name]) => name === language).map(([, , , code = '']) => code)

/** Returns the anchors of a document's headings, as GitHub generates them. */
export function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(fences, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let repeated = 0
    let unique = anchor
    while (anchors.has(unique)) unique = `${anchor}-${(repeated += 1)}`
    anchors.add(unique)
  }
  return anchors
}

export interface Link {
  /** The path in the project that it leads to. */
  path: string
  anchor: string
}

/** Returns the links of a document to files and headings of the project. */
export function listLinks({ path, text }: Document): Link[] {
  const prose = text.replaceAll(fences, '').replaceAll(/`[^`\n]+`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor = ''] = target.split('#')
    return [{ path: file === '' ? path : posix.join(dirname(path), file), anchor }]
  })
}

/** Returns the code in a document: inline code and each line of its code blocks. */
export function listCode(text: string): string[] {
  const blocks = [...text.matchAll(fences)].flatMap(([, , , code = '']) => code.split('\n'))
  const inline = [...text.replaceAll(fences, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...blocks, ...inline].map((code) => code.replace(/\s+#.*$/, '').trim()).filter(Boolean)
}

const isNpm = (code: string): boolean => /^npm (run|test|start|ci|audit|--prefix)\b/.test(code)

/** The other programs whose commands are in the documents. */
const isOfProgram = (code: string): boolean =>
  /^(npx|node|docker|podman|openssl|systemctl|apt-get|git|psql|pg_dump|pgbouncer|kubectl|kill|curl) \S/.test(
    code,
  )

/** Returns the commands in a shell line, including those in `$(…)`. */
function splitLine(line: string): string[] {
  const inner = [...line.matchAll(/\$\(([^)]+)\)/g)].map(([, command = '']) => command)
  return [...line.split(/ && |; /), ...inner].map((each) => each.trim())
}

/**
 * Returns the code in a table row, including options that are named on their own: after `npm run jobs`,
 * `-- retry ID` is `npm run jobs -- retry ID`, and `--list` is `npm run jobs -- --list`.
 */
function listRowCode(row: string): string[] {
  let command = ''
  return [...row.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => {
    if (isNpm(code)) command = /^npm run \S+/.exec(code)?.[0] ?? ''
    if (command === '' || !code.startsWith('--')) return code
    return code.startsWith('-- ') ? `${command} ${code}` : `${command} -- ${code}`
  })
}

/** Returns the commands that a document names, such as `npm run jobs -- retry ID`. */
export function listCommands(text: string): string[] {
  const rows = /^\|.*\|$/gm
  const ofRows = [...text.replaceAll(fences, '').matchAll(rows)].flatMap(([row]) => listRowCode(row))
  return [...listCode(text.replaceAll(rows, '')), ...ofRows]
    .flatMap(splitLine)
    .filter((code) => isNpm(code) || isOfProgram(code))
}

/** Returns the npm commands that a document names. */
export const listNpmCommands = (text: string): string[] =>
  listCommands(text).filter((command) => /^npm (run|test|start)\b/.test(command))
