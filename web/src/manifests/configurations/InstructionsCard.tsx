import { Stack, Text, TextInput } from '@mantine/core'
import type { ConfiguredContent } from '@trestle/domain/manifests/contract.ts'
import {
  incompleteInstruction,
  instructionTexts,
  type InstructionField,
  type InstructionTexts,
} from '@trestle/domain/manifests/saving.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/configurations.ts'
import { Banner } from '../../ui/Banner.tsx'
import { GrowingTextarea } from '../../ui/GrowingTextarea.tsx'
import { TextLink } from '../../ui/Link.tsx'
import classes from './InstructionsCard.module.css'

interface InstructionsCardProps {
  configured: ConfiguredContent
  onChange: (configured: ConfiguredContent) => void
  /** Called when a field loses the focus: from then on its problems may be shown (CONF-39). */
  onLeave: (field: InstructionField) => void
  errors: Partial<InstructionTexts>
  /** Only some of the fields are filled in (CONF-38). */
  isIncomplete: boolean
  isReadOnly: boolean
}

/** Shows the content for companies after installation: notes and a link, all or none (CONF-37). */
export function InstructionsCard(props: InstructionsCardProps) {
  const { configured, onChange, onLeave, errors, isIncomplete, isReadOnly } = props
  const { t } = useTranslation()
  const texts = instructionTexts(configured.post_installation_instruction)
  if (isReadOnly) return <Instructions texts={texts} />

  const write = ({ notes, label, url }: InstructionTexts) =>
    onChange({ ...configured, post_installation_instruction: { notes, page: { label, url } } })
  const inputProps = (field: InstructionField) => ({
    label: t(`configurations.instruction.${field}`),
    description: t(`configurations.instruction.${field}Hint`),
    value: texts[field],
    error: errors[field],
    onBlur: () => {
      if (texts[field] !== texts[field].trim()) write({ ...texts, [field]: texts[field].trim() })
      onLeave(field)
    },
  })
  return (
    <Stack gap="md" className={classes['form'] ?? ''}>
      <Text size="sm" c="dimmed">
        {t('configurations.instruction.lead')}
      </Text>
      {isIncomplete && (
        <Banner tone="danger" announce>
          <p>{incompleteInstruction}</p>
        </Banner>
      )}
      <GrowingTextarea
        {...inputProps('notes')}
        minRows={3}
        maxRows={12}
        onChange={(event) => write({ ...texts, notes: event.currentTarget.value })}
      />
      <TextInput
        {...inputProps('label')}
        autoComplete="off"
        onChange={(event) => write({ ...texts, label: event.currentTarget.value })}
      />
      <TextInput
        {...inputProps('url')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => write({ ...texts, url: event.currentTarget.value })}
      />
    </Stack>
  )
}

function Instructions({ texts }: { texts: InstructionTexts }) {
  const { t } = useTranslation()
  const { notes, label, url } = texts
  if (`${notes}${label}${url}` === '') return <Text>{t('configurations.summary.noInstructions')}</Text>
  return (
    <>
      <p className={classes['notes']}>{notes}</p>
      {url.startsWith('https://') && (
        <TextLink href={url} target="_blank">
          {label}
        </TextLink>
      )}
    </>
  )
}
