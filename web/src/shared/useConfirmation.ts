import { useState } from 'react'
import { CallError } from '../http/callError.ts'

/** Returns what the server wants confirmed, if that is why it refused. */
function toQuestion(error: unknown): string | null {
  if (!(error instanceof CallError) || error.code !== 'conflict') return null
  return error.fields['confirmed']?.[0] ?? null
}

/** Runs a step that the server may refuse until the user confirms its effects. The next attempt confirms it. */
export function useConfirmation() {
  const [question, setQuestion] = useState<string | null>(null)
  const attempt = async (step: (confirmed: boolean) => Promise<void>) => {
    try {
      await step(question !== null)
    } catch (error) {
      const requested = toQuestion(error)
      if (requested === null) throw error
      setQuestion(requested)
    }
  }
  return { question, attempt }
}
