// The changes that `npm run mutate` makes: one operator, condition, number, boolean or statement each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { seededRandom } from '../server/seed/seededRandom.ts'
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

/**
 * `runsOnLoad`: outside every function, so that it runs once, whichever test file loads it first.
 * @typedef {{ file: string, start: number, end: number, text: string, runsOnLoad: boolean }} Mutant
 */

const isText = ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string'

function swapOperator({ operator, left, right }, readText) {
  const swapped = swaps[operator]
  // Replacing a plus between texts would only change what is shown.
  if (!swapped || (operator === '+' && [left, right].some(isText))) return undefined
  // In parentheses, because the new operator may bind less tightly than the old one.
  return `(${readText(left)} ${swapped} ${readText(right)})`
}

function changeLiteral({ value }) {
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'number') return String(value + 1)
  return undefined
}

const toPairs = (replace) => (node, readText) => {
  const text = replace(node, readText)
  return text === undefined ? [] : [[node, text]]
}

const decideAlways = ({ test }) => [
  [test, 'true'],
  [test, 'false'],
]

/** Replacements for a node of the syntax tree, by its type: pairs of the node to replace and its new text. */
const replacements = {
  BinaryExpression: toPairs(swapOperator),
  LogicalExpression: toPairs(swapOperator),
  IfStatement: decideAlways,
  ConditionalExpression: decideAlways,
  Literal: toPairs(changeLiteral),
  UnaryExpression: toPairs(({ operator, argument }, readText) =>
    operator === '!' ? `(${readText(argument)})` : undefined,
  ),
  ExpressionStatement: toPairs(({ expression }) =>
    /^(Call|Await)Expression$/.test(expression.type) ? ';' : undefined,
  ),
}

const isFunction = ({ type = '' }) => /^(ArrowFunction|Function)(Expression|Declaration)$/.test(type)
const isTypeOnly = ({ type = '' }) => /^TS(?!As|Satisfies|NonNull|Const)|^ImportDeclaration/.test(type)

/** Returns every change of one file. @returns {Mutant[]} */
export function listMutants(file) {
  const source = readFileSync(join(root, file), 'utf8')
  const { program } = parseSync(file, source)
  const mutants = []
  const readText = ({ start, end }) => source.slice(start, end)
  const visit = (node, runsOnLoad) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, runsOnLoad))
    if (typeof node !== 'object' || node === null || isTypeOnly(node)) return undefined
    for (const [{ start, end }, text] of replacements[node.type]?.(node, readText) ?? []) {
      mutants.push({ file, start, end, text, runsOnLoad })
    }
    return Object.values(node).forEach((each) => visit(each, runsOnLoad && !isFunction(node)))
  }
  visit(program.body, true)
  return mutants
}

/**
 * Returns the source of a file with a call of `reached` before each of these changes of it (scripts/testing/reached.mjs).
 * @param {{ mutant: Mutant, index: number }[]} numbered
 */
export function addProbes(source, numbered) {
  const inserts = numbered.flatMap(({ mutant: { start, end, text }, index }) => {
    // Without semicolons, a line that begins with a parenthesis would continue the previous one.
    const before = text === ';' ? 'void ' : ''
    return [
      { at: start, isOpening: 1, size: end - start, added: `${before}(reached(${index}), ` },
      { at: end, isOpening: 0, size: start - end, added: ')' },
    ]
  })
  // From the end to the start. At the same position, closing ones come first, and outer ones open before inner ones.
  return inserts
    .toSorted((a, b) => b.at - a.at || b.isOpening - a.isOpening || a.size - b.size)
    .reduce((changed, { at, added }) => changed.slice(0, at) + added + changed.slice(at), source)
}

/** Returns one line that shows the change. */
export function describeMutant({ file, start, end, text }) {
  const source = readFileSync(join(root, file), 'utf8')
  const line = source.slice(0, start).split('\n').length
  const before = source.slice(start, end).replaceAll(/\s+/g, ' ')
  return `${file}:${line}: ${before.slice(0, 80)} → ${text.replaceAll(/\s+/g, ' ').slice(0, 80)}`
}

/** Shuffles reproducibly for a seed. */
export function shuffled(list, seed) {
  const random = seededRandom(seed)
  return list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
