import type { Questionnaire } from '@trestle/domain/listings/content.ts'
import { securityStandards, standardLabel } from '@trestle/domain/listings/lists.ts'
import { countries, countryName } from '@trestle/domain/listings/countries.ts'
import { isBlank } from '@trestle/domain/text/characters.ts'
import { useTranslation } from 'react-i18next'
import { marketplace } from '../texts/marketplace.ts'
import { Section } from '../ui/Section.tsx'
import classes from './SecurityAnswers.module.css'

type Question = keyof Questionnaire

/** In the order of the questionnaire. */
const questions = Object.keys(marketplace.security.questions) as Question[]

const countryNameFor = (id: number): string =>
  countryName(countries.find((country) => country.id === id)?.iso_code ?? '')

function toNames(question: Question, ids: readonly (number | string)[]): string {
  const names = ids.map((id) => {
    if (typeof id === 'string') return id
    if (question === 'data_processing_country_ids') return countryNameFor(id)
    const standard = securityStandards.find((each) => each.id === id)
    return standard ? standardLabel(standard) : ''
  })
  return names.filter(Boolean).join(', ')
}

/** Shows the answers to the security questionnaire, without unanswered questions. */
export function SecurityAnswers({ answers }: { answers: Questionnaire }) {
  const { t } = useTranslation()
  const toText = (question: Question): string => {
    const answer = answers[question]
    if (typeof answer === 'boolean') return t(answer ? 'marketplace.security.yes' : 'marketplace.security.no')
    if (Array.isArray(answer)) return toNames(question, answer)
    if (typeof answer === 'number') return countryNameFor(answer)
    return answer ?? ''
  }
  const provided = questions
    .map((question) => ({ question, text: toText(question) }))
    .filter(({ text }) => !isBlank(text))
  if (provided.length === 0) return null
  return (
    <Section title={t('marketplace.security.title')} description={t('marketplace.security.detail')}>
      <dl className={classes['answers']}>
        {provided.map(({ question, text }) => (
          <div key={question}>
            <dt>{t(`marketplace.security.questions.${question}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
