import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const files = globSync(['web/src/**/*.{css,ts,tsx}', 'server/src/**/*Page.ts'], {
  cwd: root,
}).filter((file) => !/\.test\.tsx?$/.test(file))

const fixedSize = /\b(?:font|font-size|fontSize|line-height)['"]?: *['"]?[^;,'"\n]*\dpx|<Icon.*\bsize=\{\d/
/** The only limit in pixels is that of SHELL-25, and each query with it also has the same limit in ems. */
const fixedLimit = /@media[^{\n]*\dpx|['"`]\((?:min-|max-)?(?:width|height)[^)]*\dpx\)/
const withBothLimits = /^(?!.*(?<!1100)px).*68\.75em/

test('texts, icons and layouts follow the font size that someone set in their browser', () => {
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((file) =>
    readFileSync(new URL(file, root), 'utf8')
      .split('\n')
      .filter((line) => fixedSize.test(line) || (fixedLimit.test(line) && !withBothLimits.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
