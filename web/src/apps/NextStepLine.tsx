import type { NextStep } from '@trestle/domain/apps/contract.ts'
import { describeNextStep, type Reader } from '@trestle/domain/apps/nextStep.ts'
import { recentDay } from '../ui/dates.ts'
import { useNow } from '../ui/useNow.ts'

/** Shows an app's next step and who acts; nothing for a step this page doesn't know yet. */
export function NextStepLine({ step, reader }: { step: NextStep; reader: Reader }) {
  const now = useNow(false)
  return <>{describeNextStep(step, reader, (instant) => recentDay(instant, new Date(now)))}</>
}
