import { tokenActions } from '@trestle/domain/access/tokenActions.ts'
import { expect, test } from 'vitest'
import { actionGroups } from './actionTexts.ts'

test('groups every action once', () => {
  expect(Object.values(actionGroups).flat().toSorted()).toEqual([...tokenActions].toSorted())
})
