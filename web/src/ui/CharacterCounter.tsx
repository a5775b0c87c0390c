import { InputWrapperContext } from '@mantine/core'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { use, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CharacterCounter.module.css'
import { clsx } from './clsx.ts'
import { LiveRegion } from './LiveRegion.tsx'

interface CharacterCounterProps {
  id: string
  value: string
  max: number
  /** The counter warns above this length. */
  recommended?: number | undefined
}

/** Returns the props of a text field with a counter below it, which also describes it. */
export const withCounter = (props: CharacterCounterProps) => ({
  inputContainer: (input: ReactNode) => (
    <>
      <DescribedBy id={props.id}>{input}</DescribedBy>
      <CharacterCounter {...props} />
    </>
  ),
})

/** Adds a description to a field in addition to its hint and error. */
function DescribedBy({ id, children }: { id: string; children: ReactNode }) {
  const wrapper = use(InputWrapperContext)
  const describedBy = [wrapper?.describedBy, id].filter(Boolean).join(' ')
  return <InputWrapperContext value={{ ...wrapper, describedBy }}>{children}</InputWrapperContext>
}

/** The share of the limit at which screen readers start to announce the count. */
const nearShare = 0.9

/** Updates visibly with every letter, but is announced only near the limit. */
function CharacterCounter({ id, value, max, recommended }: CharacterCounterProps) {
  const { t } = useTranslation()
  // As stored, without surrounding spaces.
  const used = value.trim().length
  const isOver = recommended !== undefined && used > recommended
  const counts = {
    used: formatNumber(used),
    max: formatNumber(max),
    recommended: formatNumber(recommended ?? max),
  }
  const heard = () => {
    if (used > max) return t('ui.counterPast', counts)
    if (used >= max * nearShare) return t('ui.counterNear', counts)
    return isOver ? t('ui.counterLong', counts) : ''
  }
  return (
    <>
      <p
        id={id}
        className={clsx(classes['counter'], isOver && classes['over'])}
        data-over={isOver || undefined}
      >
        {t(isOver ? 'ui.counterOver' : 'ui.counter', counts)}
      </p>
      <LiveRegion>{heard()}</LiveRegion>
    </>
  )
}
