import { toPassages } from '@trestle/domain/documentation/rules.ts'
import { useTranslation } from 'react-i18next'
import '../texts/documentation.ts'
import { PageContents } from '../ui/PageContents.tsx'

/** Lists the headings of a text next to it. */
export function Contents({ text }: { text: string }) {
  const { t } = useTranslation()
  const entries = toPassages(text).flatMap(({ anchor, heading, level }) =>
    anchor === null ? [] : [{ anchor, text: heading, level }],
  )
  if (entries.length < 2) return null
  return <PageContents label={t('documentation.contents')} entries={entries} />
}
