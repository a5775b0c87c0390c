import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { createEstimator } from '@trestle/domain/accounts/passwords.ts'

export const estimatePassword = createEstimator(ZxcvbnFactory, {
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})
