import { Button, Text, TextInput } from '@mantine/core'
import { builtInTokens, parameterKeyProblem } from '@trestle/domain/manifests/validation/interpolation.ts'
import type { ParameterDraft } from '@trestle/domain/manifests/configurations/components.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/components.ts'
import { keepFocus } from '../../ui/keepFocus.ts'
import classes from './SourceUrlField.module.css'

interface SourceUrlFieldProps {
  value: string
  parameters: ParameterDraft[]
  error: string | null
  onChange: (value: string) => void
  onLeave: () => void
}

const meanings = {
  'procore.company.id': 'companyId',
  'procore.company.name': 'companyName',
  'procore.project.id': 'projectId',
  'procore.project.name': 'projectName',
} as const satisfies Record<(typeof builtInTokens)[number], string>

const inBraces = (name: string) => `{{${name}}}`

/** Shows the URL field with the variables it can contain: the built-in ones and the component's own parameters. */
export function SourceUrlField({ value, parameters, error, onChange, onLeave }: SourceUrlFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const insert = (name: string) => {
    const from = input.current?.selectionStart ?? value.length
    const to = input.current?.selectionEnd ?? from
    const text = inBraces(name)
    onChange(`${value.slice(0, from)}${text}${value.slice(to)}`)
    // The field must show the new text before the caret can move behind the variable.
    setTimeout(() => {
      input.current?.focus()
      input.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  // While typing, two parameters can have the same key.
  const own = new Map(
    parameters
      .filter(({ key }) => parameterKeyProblem(key.trim()) === null)
      .map(({ key, name }) => [key.trim(), name.trim() || key.trim()]),
  )
  const variables = [
    ...builtInTokens.map((name) => ({ name, meaning: t(`components.address.meaning.${meanings[name]}`) })),
    ...[...own].map(([name, label]) => ({
      name,
      meaning: t('components.address.parameterMeaning', { name: label }),
    })),
  ]
  return (
    <div>
      <TextInput
        ref={input}
        type="url"
        label={t('components.sourceUrl')}
        description={t('components.address.hint')}
        placeholder="https://example.com/board?project={{procore.project.id}}"
        required
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
      <fieldset className={classes['aid']}>
        <legend className={classes['legend']}>{t('components.address.variables')}</legend>
        <ul className={classes['variables']}>
          {variables.map(({ name, meaning }) => (
            <li key={name}>
              <Button
                variant="default"
                size="compact-sm"
                className={classes['variable'] ?? ''}
                aria-label={t('components.address.insert', { variable: inBraces(name) })}
                title={meaning}
                onMouseDown={keepFocus}
                onClick={() => insert(name)}
              >
                {inBraces(name)}
              </Button>
            </li>
          ))}
        </ul>
        <Text size="xs" c="dimmed">
          {t('components.address.variablesHint')}
        </Text>
      </fieldset>
    </div>
  )
}
