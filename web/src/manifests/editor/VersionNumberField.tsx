import { Text, TextInput } from '@mantine/core'
import { highestSemanticVersion } from '@trestle/domain/manifests/numbers.ts'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'

interface VersionNumberFieldProps {
  /** The server assigns the number, so there is nothing to enter (MAN-35). */
  isAutomatic: boolean
  value: string
  existing: readonly (string | null)[]
  /** Focuses the field when the dialog opens. */
  takesFocus?: boolean
  error: string | null
  onChange: (value: string) => void
  onLeave: () => void
  ref: Ref<HTMLInputElement>
}

export function VersionNumberField({
  isAutomatic,
  value,
  existing,
  takesFocus = false,
  error,
  onChange,
  onLeave,
  ref,
}: VersionNumberFieldProps) {
  const { t } = useTranslation()
  if (isAutomatic) {
    return (
      <Text size="sm" c="dimmed">
        {t('manifests.editor.numberAutomatic')}
      </Text>
    )
  }
  const highest = highestSemanticVersion(existing)
  return (
    <div>
      <TextInput
        ref={ref}
        label={t('manifests.editor.number')}
        description={t('manifests.editor.numberHint')}
        required
        data-autofocus={takesFocus || undefined}
        value={value}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
      {/* An error names the next free numbers, which can be higher than those of the loaded versions. */}
      {error === null && (
        <Text size="sm" c="dimmed" mt={4}>
          {highest === null
            ? t('manifests.editor.numberFirst')
            : t('manifests.editor.numberHighest', { version: highest })}
        </Text>
      )}
    </div>
  )
}
