// The changes that `npm run mutate` makes: one operator, condition, number, boolean or statement each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { root } from './processes.mjs'

const swaps = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

/** @typedef {{ file: string, start: number, end: number, text: string }} Mutant */

const isText = ({ type }) => /String|Template/.test(type)

function swapOperator({ operator, left, right, span }, readText) {
  const swapped = swaps[operator]
  // A plus between texts would only change what is shown.
  if (!swapped || (operator === '+' && [left, right].some(isText))) return []
  // In parentheses, because the new operator may bind less tightly than the old one.
  return [[span, `(${readText(left)} ${swapped} ${readText(right)})`]]
}

const decideAlways = ({ test }) => [
  [test.span, 'true'],
  [test.span, 'false'],
]

/** Replacements for a node of the syntax tree, by its type: pairs of a span and its new text. */
const replacements = {
  BinaryExpression: swapOperator,
  IfStatement: decideAlways,
  ConditionalExpression: decideAlways,
  BooleanLiteral: ({ span, value }) => [[span, String(!value)]],
  NumericLiteral: ({ span, value }) => [[span, String(value + 1)]],
  UnaryExpression: ({ operator, argument, span }, readText) =>
    operator === '!' ? [[span, `(${readText(argument)})`]] : [],
  ExpressionStatement: ({ expression, span }) =>
    /CallExpression|AwaitExpression/.test(expression.type) ? [[span, ';']] : [],
}

const isTypeOnly = ({ type = '' }) => /^Ts(?!As|Satisfies|NonNull|Const)|^ImportDeclaration/.test(type)

/** Returns every change of one file. @returns {Mutant[]} */
export function listMutants(file) {
  const source = readFileSync(join(root, file))
  // The parser continues counting from file to file and skips leading comments: the first token shows where this file
  // starts.
  const tree = parseSync(`;${source.toString()}`, { syntax: 'typescript', target: 'esnext' })
  const base = tree.span.start + 1
  const mutants = []
  const readText = ({ span }) => source.subarray(span.start, span.end).toString()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return undefined
    if (isTypeOnly(node)) return undefined
    for (const [span, text] of replacements[node.type]?.(shift(node, base), readText) ?? [])
      mutants.push({ file, start: span.start, end: span.end, text })
    return Object.values(node).forEach(visit)
  }
  visit(tree.body)
  return mutants
}

/** Returns the node with its spans, and those of its parts, relative to the start of the file. */
function shift(node, base) {
  const move = (part) =>
    part?.span ? { ...part, span: { start: part.span.start - base, end: part.span.end - base } } : part
  return {
    ...move(node),
    left: move(node.left),
    right: move(node.right),
    test: move(node.test),
    argument: move(node.argument),
    expression: move(node.expression),
  }
}

/** Returns one line that shows the change. */
export function describeMutant({ file, start, end, text }) {
  const source = readFileSync(join(root, file))
  const line = source.subarray(0, start).toString().split('\n').length
  const before = source.subarray(start, end).toString().replaceAll(/\s+/g, ' ')
  return `${file}:${line}: ${before.slice(0, 80)} → ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}

/** Shuffles reproducibly for a seed (mulberry32). */
export function shuffled(list, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
