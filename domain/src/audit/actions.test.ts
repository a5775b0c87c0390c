import { expect, test } from 'vitest'
import { auditActions, auditSubjects, findAuditLabel } from './actions.ts'

test('every action and subject has its own label', () => {
  const codes = [...Object.keys(auditActions), ...Object.keys(auditSubjects)]
  const labels = codes.map(findAuditLabel)
  expect(new Set(labels).size).toBe(codes.length)
  for (const label of labels) expect(label).toMatch(/^(API|[A-Z][a-z]+)( [a-z]+)*$/)
})

test.each(['app.painted', 'toString', ''])('%j has no label', (code) => {
  expect(findAuditLabel(code)).toBeUndefined()
})
