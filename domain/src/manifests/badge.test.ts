import { describe, expect, test } from 'vitest'
import { headerBadge } from './badge.ts'

const at = (semantic_version: string, version = 1) => ({ version, semantic_version })
const production = (semantic_version: string, state: string | null) => ({ ...at(semantic_version), state })
const badge = (
  newestSandbox: ReturnType<typeof at> | null,
  newestProduction: ReturnType<typeof production> | null,
  isGovernmentCloud = false,
) => {
  const { label, color, actions } = headerBadge({ newestSandbox, newestProduction, isGovernmentCloud })
  return [label, color, ...actions].join(' · ')
}

describe('the badge of an app', () => {
  test(
    'the badge of an app is a blue Draft that asks for a version when there is none',
    { tags: ['PROM-01'] },
    () => {
      expect(badge(null, null)).toBe('Draft · blue · create_version')
    },
  )

  test(
    'the badge of an app is a Draft without a sandbox version, even with one in production',
    { tags: ['PROM-01'] },
    () => {
      expect(badge(null, production('1.0.0', 'published'))).toBe('Draft · blue · create_version')
    },
  )

  test(
    'the badge of an app is a magenta Ready for Testing with promote when production is empty',
    { tags: ['PROM-02', 'PROM-03'] },
    () => {
      expect(badge(at('0.1.0'), null)).toBe('Ready for Testing · magenta · promote')
    },
  )

  test.each(['confidential', 'in_review', 'published', 'strange', null])(
    'the badge of an app is Ready for Testing with a newer sandbox version, when production is %s',
    { tags: ['PROM-02', 'PROM-03'] },
    (state) => {
      expect(badge(at('1.10.0'), production('1.9.0', state))).toBe('Ready for Testing · magenta · promote')
    },
  )

  const byState: [string | null, string][] = [
    ['confidential', 'Promoted · green'],
    ['published', 'Approved Version · green'],
    ['in_review', 'Under Review · yellow'],
    ['strange', 'Unknown State · red'],
    [null, 'Unknown State · red'],
    ['toString', 'Unknown State · red'],
  ]
  test.each(byState)(
    'the badge with equal versions and production %s is %s',
    { tags: ['PROM-04', 'PROM-05', 'PROM-06', 'PROM-07'] },
    (state, expected) => {
      expect(badge(at('1.4.0'), production('1.4.0', state))).toBe(expected)
    },
  )
  test.each(byState)(
    'the badge with a newer production version that is %s is the same as with equal ones: %s',
    { tags: ['PROM-08'] },
    (state, expected) => {
      expect(badge(at('1.3.0'), production('1.4.0', state))).toBe(expected)
    },
  )
  test.each(byState)(
    'depends in government cloud on production alone, %s: %s',
    { tags: ['PROM-08'] },
    (state, expected) => {
      expect(badge(null, production('1.4.0', state), true)).toBe(expected)
      expect(badge(at('9.0.0'), production('1.4.0', state), true)).toBe(expected)
    },
  )

  test(
    'the badge of an app is a Draft in government cloud when production is empty',
    { tags: ['PROM-08'] },
    () => {
      expect(badge(null, null, true)).toBe('Draft · blue · create_version')
      expect(badge(at('1.0.0'), null, true)).toBe('Draft · blue · create_version')
    },
  )

  test(
    'compares version counters when versions have no semantic number',
    { tags: ['PROM-02', 'PROM-04'] },
    () => {
      const numbered = (version: number) => ({ version, semantic_version: null })
      const state = 'confidential'
      const of = (sandbox: number, inProduction: number) =>
        headerBadge({
          newestSandbox: numbered(sandbox),
          newestProduction: { ...numbered(inProduction), state },
          isGovernmentCloud: false,
        }).label
      expect(of(10, 9)).toBe('Ready for Testing')
      expect(of(9, 9)).toBe('Promoted')
      expect(of(8, 9)).toBe('Promoted')
    },
  )
})
