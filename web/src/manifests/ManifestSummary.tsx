import { Text } from '@mantine/core'
import type { ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './ManifestSummary.module.css'

/** What a version shows after the installation, in words. */
export function ManifestSummary({ content }: { content: ConfiguredContent }) {
  const { t } = useTranslation()
  return (
    <Section title={t('manifests.configurations.instructions')}>
      <Instructions instruction={content.post_installation_instruction} />
    </Section>
  )
}

function Instructions({ instruction }: { instruction: ConfiguredContent['post_installation_instruction'] }) {
  const { t } = useTranslation()
  if (!instruction) return <Text>{t('manifests.configurations.noInstructions')}</Text>
  const { notes, page } = instruction
  return (
    <>
      <p className={classes['notes']}>{notes}</p>
      {page.url.startsWith('https://') && (
        <TextLink href={page.url} target="_blank">
          {page.label}
        </TextLink>
      )}
    </>
  )
}
