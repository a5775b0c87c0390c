import { globSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cssVariables, theme } from './src/ui/theme.ts'

/** Mantine's colors that nothing uses. */
const unusedColors = ['cyan', 'grape', 'indigo', 'lime', 'pink', 'violet']

const unused = new RegExp(`--mantine-color-(?:${unusedColors.join('|')})-[^;]*;`, 'g')

/** Returns the styles that Mantine would otherwise compute from the theme on every page. */
function composeVariables(): string {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, {
      theme,
      cssVariablesResolver: cssVariables,
      defaultColorScheme: 'auto',
      withGlobalClasses: false,
      deduplicateCssVariables: false,
    }),
  )
  const [, css = ''] = /<style[^>]*>([^]*)<\/style>/.exec(html) ?? []
  return css.replaceAll(unused, '').replaceAll(/[{;]/g, '$&\n  ').replaceAll(/ +}/g, '}\n')
}

test('themeVariables.css has the variables of the theme', async () => {
  const header = '/* Written by `npm run test:rules -- web/themeVariables.test.ts -u` from theme.ts. */\n'
  await expect(header + composeVariables()).toMatchFileSnapshot('src/ui/themeVariables.css')
})

test('nothing has a color whose variables are left out', () => {
  const named = new RegExp(
    `['"](?:${unusedColors.join('|')})(?:\\.\\d)?['"]|--mantine-color-(?:${unusedColors.join('|')})-`,
  )
  expect(
    ['<Text c="pink">', "color: 'violet.6'", 'var(--mantine-color-lime-3)'].every((text) => named.test(text)),
  ).toBe(true)
  const files = globSync('src/**/*.{ts,tsx,css}', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(500)
  const readSource = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
  expect(files.filter((file) => named.test(readSource(file)))).toEqual([])
})
