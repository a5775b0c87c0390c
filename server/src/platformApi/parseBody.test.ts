import { RfiInput } from '@trestle/domain/platformApi/contract.ts'
import { expect, test } from 'vitest'
import { RefusalError } from '../errors.ts'
import { parseBody } from './parseBody.ts'

const refusalOf = (body: string): RefusalError => {
  try {
    parseBody(RfiInput, body)
  } catch (error) {
    if (error instanceof RefusalError) return error
    throw error
  }
  throw new Error('the body was accepted')
}

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
  'refuses a field named %s, a property of every object, like any other unknown field',
  (name) => {
    expect(
      Object.entries(refusalOf(`{"rfi":{"subject":"x","question":"y"},"${name}":1}`).fields ?? {}),
    ).toEqual([[name, ['is not a known field']]])
  },
)
