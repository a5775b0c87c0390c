import { jsonLanguage } from '@codemirror/lang-json'
import type { syntaxTree } from '@codemirror/language'
import { maxManifestBytes, manifestLimits } from '@trestle/domain/manifests/document/document.ts'
import { readJsonText } from '@trestle/domain/json/jsonText.ts'
import { findSyntaxProblem } from '@trestle/domain/json/syntaxProblem.ts'
import { parsePointer } from './pointers.ts'

type Tree = ReturnType<typeof syntaxTree>
export type Node = Tree['topNode']

export interface Range {
  from: number
  to: number
}

function listChildren(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

const valueNames = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])
const childValues = (node: Node) => listChildren(node).filter((child) => valueNames.has(child.name))

export function nameFor(property: Node, text: string): string | null {
  const name = property.getChild('PropertyName')
  if (!name) return null
  const written = text.slice(name.from, name.to)
  // Fast path for almost every name: a manifest may have thousands.
  if (/^"[^"\\]*"$/.test(written)) return written.slice(1, -1)
  try {
    return String(JSON.parse(written))
  } catch {
    // A name that is still being typed has no closing quote, so it matches nothing yet.
    return null
  }
}

/** Returns the property or element that a segment names; of duplicate keys the last one counts, as in JSON.parse. */
export function stepInto(value: Node, segment: string, text: string): Node | null {
  if (value.name === 'Array') {
    return /^\d+$/.test(segment) ? (childValues(value)[Number(segment)] ?? null) : null
  }
  if (value.name !== 'Object') return null
  return value.getChildren('Property').findLast((property) => nameFor(property, text) === segment) ?? null
}

export const valueIn = (node: Node): Node | null =>
  node.name === 'Property' ? (childValues(node).at(-1) ?? null) : node

export const rootValue = (tree: Tree): Node | null => childValues(tree.topNode)[0] ?? null

/** Returns the range to highlight: for a block only its name or opening bracket, since it may fill whole screens. */
function shown(node: Node): Range {
  const value = valueIn(node)
  if (value && value.name !== 'Object' && value.name !== 'Array') return { from: value.from, to: value.to }
  const name = node.getChild('PropertyName')
  if (name) return { from: name.from, to: name.to }
  return { from: node.from, to: Math.min(node.to, node.from + 1) }
}

/**
 * Returns the range a JSON pointer leads to.
 *
 * A pointer to something missing leads to the nearest existing ancestor, where it would have to be added.
 */
function rangeOfPointer(tree: Tree, text: string, pointer: string): Range {
  let node = rootValue(tree)
  if (!node) return { from: 0, to: 0 }
  for (const segment of parsePointer(pointer)) {
    const value = valueIn(node)
    const next: Node | null = value && stepInto(value, segment, text)
    if (!next) break
    node = next
  }
  return shown(node)
}

export const parseTree = (text: string): Tree => jsonLanguage.parser.parse(text)

export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** Returns where reading stops: at the first syntax error, or where the nesting is too deep. */
function stopRange(text: string): Range | null {
  const reading = readJsonText(text, manifestLimits.maxDepth)
  if (reading.problem === null) return null
  const from = findSyntaxProblem(text, manifestLimits)?.at ?? reading.at
  return { from, to: Math.min(from + 1, text.length) }
}

/**
 * Returns a function that finds the ranges of JSON pointers in a string.
 *
 * For a string that can't be read, every pointer leads to the same range. Such a string isn't parsed into a tree: with
 * thousands of syntax errors that would take a minute.
 */
export function rangesIn(text: string): (pointer: string) => Range {
  const stop = text.length > maxManifestBytes ? { from: 0, to: 1 } : stopRange(text)
  if (stop) return () => stop
  const tree = parseTree(text)
  return (pointer) => rangeOfPointer(tree, text, pointer)
}
