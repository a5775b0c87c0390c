import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { isolate } from '@trestle/domain/text/isolate.ts'
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { loadedTexts, loadedVariables, missingText } from './loaded.ts'
import './shell.ts'
import type {} from './types.ts'
import './ui.ts'

/**
 * The replacement for react-i18next in all modules that import it (vite.config.ts): lookup, variables, contexts,
 * plurals and elements, without the rest of i18next (decision 39). The types are those of react-i18next.
 */

/** The language of all texts. */
const language = 'en'

interface Options extends Record<string, unknown> {
  context?: string
  count?: number
  defaultValue?: string
}

const plurals = new Intl.PluralRules(language)

/** Makes the platform's name available. Call it once, before the first render. */
export function startTexts(platform: string): void {
  loadedVariables['platform'] = platform
}

type Text = string | object | undefined

const findText = (key: string): Text =>
  key.split('.').reduce<Text>((node, part) => (node as Record<string, Text> | undefined)?.[part], loadedTexts)

/** Finds a string in its form for a context and a number, otherwise in a more general form. */
function findForm(key: string, { context, count }: Options): Text {
  const contexts = context === undefined ? [''] : [`_${context}`, '']
  const numbers =
    count === undefined ? [''] : [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`, '']
  for (const inContext of contexts) {
    for (const number of numbers) {
      const text = findText(key + inContext + number)
      if (text !== undefined) return text
    }
  }
  return undefined
}

/** Inserts numbers and texts, isolated if they run from right to left; a variable without a value stays. */
const interpolate = (text: string, options: Options): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (variable, name: string) => {
    const value = options[name] ?? loadedVariables[name]
    // Other numbers may be IDs.
    if (name === 'count' && typeof value === 'number') return formatNumber(value)
    return typeof value === 'string' || typeof value === 'number' ? isolate(String(value)) : variable
  })

/** Returns the text of a key, or the object of a group of texts. */
export function translate(key: string, options: Options = {}): string | object {
  const text = findForm(key, options) ?? options.defaultValue ?? missingText(key)
  return typeof text === 'string' ? interpolate(text, options) : text
}

/** The object that `t` calls, so that tests can spy on it while components keep the same `t`. */
export const translator = { translate }

const translation = {
  t: (key: string, options?: Options) => translator.translate(key, options),
  i18n: { language },
}

export const useTranslation = () => translation

type Elements = Record<string, ReactElement>

/** Replaces `<name>text</name>` and `<name/>` by the element of this name, which keeps its own content without a text. */
function insertElements(text: string, elements: Elements, options: Options): ReactNode[] {
  const [, before = text, name = '', inside = '', after = ''] =
    /^(.*?)<(\w+)(?:\/>|>(.*?)<\/\2>)(.*)$/s.exec(text) ?? []
  const element = elements[name]
  if (!element) return [interpolate(text, options)]
  return [
    interpolate(before, options),
    inside === '' ? element : cloneElement(element, {}, ...insertElements(inside, elements, options)),
    ...insertElements(after, elements, options),
  ]
}

interface TransProps {
  i18nKey: string
  components: Elements
  values?: Options
  count?: number
}

export function Trans({ i18nKey, components, values, count }: TransProps) {
  const options = { ...values, ...(count !== undefined && { count }) }
  const found = findForm(i18nKey, options)
  const text = typeof found === 'string' ? found : missingText(i18nKey)
  return createElement(Fragment, null, ...insertElements(text, components, options))
}
