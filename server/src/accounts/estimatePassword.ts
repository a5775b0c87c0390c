import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { zxcvbnLimits, type EstimatePassword } from '@trestle/domain/accounts/passwords.ts'

const zxcvbn = new ZxcvbnFactory({
  ...zxcvbnLimits,
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})

export const estimatePassword: EstimatePassword = (password, ownWords) => {
  const { score, feedback } = zxcvbn.check(password, ownWords)
  return { score, ...feedback }
}
