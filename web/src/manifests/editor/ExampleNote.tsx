import { examplesIn } from '@trestle/domain/manifests/templates.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PointerList, type PointerListProps } from './PointerList.tsx'

interface ExampleNoteProps extends Pick<PointerListProps, 'toLabel'> {
  content: unknown
}

/** Warns about placeholders of a template or snippet that are still unchanged; they may be saved, to try the app. */
export function ExampleNote({ content, toLabel }: ExampleNoteProps) {
  const { t } = useTranslation()
  const examples = examplesIn(content)
  if (examples.length === 0) return null
  return (
    <Banner tone="warning" title={t('manifests.examples.title')}>
      <p>{t('manifests.examples.detail')}</p>
      <PointerList pointers={examples} toLabel={toLabel} />
    </Banner>
  )
}
