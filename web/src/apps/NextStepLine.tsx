import type { NextStep } from '@trestle/domain/apps/contract.ts'
import { describeNextStep, type Reader } from '@trestle/domain/apps/nextStep.ts'
import { recentDay } from '../ui/dates.ts'
import { useNow } from '../ui/useNow.ts'

/** What comes next for an app and who acts; nothing for a step of a newer server. */
export function NextStepLine({ step, reader }: { step: NextStep; reader: Reader }) {
  const now = useNow(false)
  return <>{describeNextStep(step, reader, (instant) => recentDay(instant, new Date(now)))}</>
}
