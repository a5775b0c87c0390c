import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutSummary,
  dateProblem,
  decideNotification,
  decideNotificationChange,
  isShown,
  maxCardSummary,
  normalizeCritical,
} from './rules.ts'
import { shownCases } from '../../testing/shownCases.ts'

test.each(shownCases)(
  'shows developers %j: %s',
  { tags: ['NOTE-22', 'NOTE-23', 'ANOTE-07'] },
  (notification, shown) => {
    expect(isShown(notification, '2026-02-10')).toBe(shown)
  },
)

const open = { critical: false, draft: false, show_after: null }
const critical = { ...open, critical: true }
const day = '2026-02-10'

test(
  'marking as critical clears the day and draft, and leaves other choices unchanged',
  { tags: ['ANOTE-20'] },
  () => {
    expect(normalizeCritical({ critical: true, draft: true, show_after: day })).toEqual(critical)
    expect(normalizeCritical({ critical: false, draft: true, show_after: day })).toEqual({
      critical: false,
      draft: true,
      show_after: day,
    })
  },
)

describe('a new notification', () => {
  test.each([open, critical, { ...open, draft: true }, { ...open, show_after: day }])(
    'a new notification may be %j',
    (choice) => {
      expect(decideNotification(choice)).toEqual({ ok: true, value: choice })
    },
  )

  test.each([
    [{ ...critical, draft: true }, 'draft'],
    [{ ...critical, show_after: day }, 'show_after'],
  ])('a new notification may not be %j', { tags: ['ANOTE-19'] }, (choice, field) => {
    expect(decideNotification(choice)).toMatchObject({
      ok: false,
      refusal: { code: 'invalid_input', fields: { [field]: [expect.stringContaining('critical')] } },
    })
  })
})

describe('a change', () => {
  test.each([
    [open, { draft: true }, { ...open, draft: true }],
    [{ ...open, show_after: day }, { show_after: null }, open],
    [critical, { critical: true, visible: false }, { ...critical, visible: false }],
  ])('a change from %j by %j is accepted', (stored, input, change) => {
    expect(decideNotificationChange(stored, input)).toEqual({ ok: true, value: change })
  })

  test.each([
    [open, { critical: true }, 'critical'],
    [critical, { critical: false }, 'critical'],
    [critical, { draft: true }, 'draft'],
    [critical, { show_after: day }, 'show_after'],
  ])('a change from %j by %j is refused', { tags: ['ANOTE-19', 'ANOTE-21'] }, (stored, input, field) => {
    expect(decideNotificationChange(stored, input)).toMatchObject({
      ok: false,
      refusal: { fields: { [field]: [expect.any(String)] } },
    })
  })
})

test.each(['', '  ', '2026-01-31', ' 2026-01-31 ', '2024-02-29', '2000-02-29'])(
  'accepts %j as the day a notification shows after',
  { tags: ['ANOTE-15'] },
  (text) => {
    expect(dateProblem(text)).toBeNull()
  },
)

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '31.01.2026',
  'soon',
  '2026-01-31T00:00',
])('refuses %j and explains the format of a date', { tags: ['ANOTE-15'] }, (text) => {
  expect(dateProblem(text)).toBe('Show after must be a date like 2026-01-31')
})

test(
  'shortens a summary on a card to 160 characters, and leaves a short one unchanged',
  { tags: ['NOTE-15'] },
  () => {
    const message = 'Rate limits of the sandbox hosts change on the first of March. '
    expect(cutSummary(message)).toBe(message)
    expect(cutSummary('x'.repeat(160))).toBe('x'.repeat(160))
    expect(cutSummary('x'.repeat(161))).toBe(`${'x'.repeat(159)}…`)
    const cut = cutSummary(message.repeat(4))
    expect(cut.endsWith('…')).toBe(true)
    expect(cut).not.toMatch(/\s…$/)
    expect(cutSummary('😀'.repeat(100))).toBe(`${'😀'.repeat(79)}…`)
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const short = cutSummary(text)
        expect(short.length).toBeLessThanOrEqual(maxCardSummary)
        expect(text.startsWith(short.replace(/…$/, ''))).toBe(true)
      }),
    )
  },
)

test.each([
  ['a link', '[the documentation of everything](https://example.com/guides)'],
  ['a link with bold text', '[the **documentation** of everything](https://example.com/guides)'],
  ['an address', 'https://example.com/guides/of/everything-that-an-app-needs'],
  ['bold text', '**before the first of March, and not a day later**'],
  ['code', '`GET /rest/v1.1/projects/{project_id}/rfis`'],
])('shortens a summary before %s that it would cut', { tags: ['NOTE-15'] }, (_name, part) => {
  const before = 'Every call needs a new header'.repeat(4)
  const summary = `${before} ${part} and more, such as a longer text that does not fit on the card.`
  for (let start = 0; start < summary.length - maxCardSummary; start += 1) {
    const shortened = cutSummary(summary.slice(start))
    const end = shortened.replace(/…$/, '')
    const at = end.indexOf(part.slice(0, 4))
    expect(at === -1 || end.includes(part), shortened).toBe(true)
  }
  expect(cutSummary(`${before} ${part.padEnd(400, 'x')}`)).toBe(`${before}…`)
})
