import type { NextStep } from '@trestle/domain/apps/contract.ts'
import {
  describeNextStep,
  isProductionStep,
  type NextStepText,
  type NextStepTab,
  type Reader,
} from '@trestle/domain/apps/nextStep.ts'
import { Fragment } from 'react'
import { paths } from '../paths.ts'
import { recentDay } from '../ui/dates.ts'
import { TextLink } from '../ui/Link.tsx'
import { useServerNow } from '../ui/serverTime.ts'

interface NextStepLineProps {
  step: NextStep
  reader: Reader
  /** The content before the step. */
  before?: readonly NextStepText[]
  /** Returns the page where the reader acts, or null on that page itself. */
  toHref: (tab: NextStepTab) => string | null
}

/** Returns where developers take a step on this tab of an app. */
export const nextStepHref = (appId: number, { kind }: NextStep, tab: NextStepTab): string =>
  tab === 'versions' && isProductionStep(kind) ? paths.appProductionVersions(appId) : paths.app(appId, tab)

/** Shows an app's next step and who acts, or nothing for a step that this page doesn't know yet. */
export function NextStepLine({ step, reader, before = [], toHref }: NextStepLineProps) {
  const now = useServerNow(false)
  const texts = describeNextStep(step, reader, (instant) => recentDay(instant, new Date(now))) ?? []
  return [...before, ...texts].map(({ text, tab }, index) => {
    const href = tab && toHref(tab)
    return (
      <Fragment key={text}>
        {index > 0 && ' '}
        {href ? <TextLink href={href}>{text}</TextLink> : text}
      </Fragment>
    )
  })
}
