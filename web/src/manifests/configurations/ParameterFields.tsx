import { Button, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  newParameter,
  parameterBlock,
  type ParameterDraft,
  type Problems,
} from '@trestle/domain/manifests/configurations/components.ts'
import { maxEntries } from '@trestle/domain/manifests/validation/schemaParts.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/components.ts'
import { clsx } from '../../ui/clsx.ts'
import { LabeledSwitch } from '../../ui/LabeledSwitch.tsx'
import classes from './ParameterFields.module.css'
import { ReasonButton } from '../ReasonButton.tsx'

interface ParameterFieldsProps {
  parameters: ParameterDraft[]
  /** Problems of fields the user has left, by path such as `parameters.0.key`. */
  problems: Problems
  onChange: (parameters: ParameterDraft[]) => void
  onLeave: (path: string) => void
}

/** Edits the parameters that an installing company fills in, row by row (CONF-26 to CONF-31). */
export function ParameterFields({ parameters, problems, onChange, onLeave }: ParameterFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const [removed, setRemoved] = useState(false)
  const block = parameterBlock(parameters)
  const replace = (index: number, parameter: ParameterDraft) => onChange(parameters.with(index, parameter))
  const remove = (index: number) => {
    onChange(parameters.toSpliced(index, 1))
    setRemoved(true)
    setTimeout(() => addButton.current?.focus())
  }
  const add = () => {
    setRemoved(false)
    onChange([...parameters, newParameter])
    // Focus the new row, so that the user can fill it in.
    setTimeout(() => document.getElementById(`${id}-${parameters.length}`)?.focus())
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes['title']}>
        {t('components.parameterForm.title')}
      </h3>
      <Text size="xs" c="dimmed" mb="sm">
        {t('components.parameterForm.hint')}
      </Text>
      {parameters.map((parameter, index) => (
        <ParameterRow
          // The index is safe, because the fields are controlled.
          key={index}
          index={index}
          nameId={`${id}-${index}`}
          parameter={parameter}
          problems={problems}
          onChange={(next) => replace(index, next)}
          onLeave={onLeave}
          onRemove={() => remove(index)}
        />
      ))}
      <ReasonButton
        ref={addButton}
        type="button"
        variant="default"
        leftSection={<IconPlus size="1rem" aria-hidden />}
        reason={block && t(`components.parameterForm.${block}`, { max: maxEntries })}
        onClick={add}
      >
        {t(parameters.length === 0 ? 'components.parameterForm.add' : 'components.parameterForm.addAnother')}
      </ReasonButton>
      <output className="visually-hidden">{removed && t('components.parameterForm.removed')}</output>
    </section>
  )
}

interface ParameterRowProps {
  index: number
  nameId: string
  parameter: ParameterDraft
  problems: Problems
  onChange: (parameter: ParameterDraft) => void
  onLeave: (path: string) => void
  onRemove: () => void
}

function ParameterRow({
  index,
  nameId,
  parameter,
  problems,
  onChange,
  onLeave,
  onRemove,
}: ParameterRowProps) {
  const { t } = useTranslation()
  const number = index + 1
  const field = (name: 'name' | 'key' | 'description') => ({
    required: true,
    autoComplete: 'off',
    value: parameter[name],
    error: problems[`parameters.${index}.${name}`] ?? null,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...parameter, [name]: event.currentTarget.value }),
    onBlur: () => onLeave(`parameters.${index}.${name}`),
  })
  const example = `{{${parameter.key.trim() || 'site_code'}}}`
  return (
    <fieldset className={classes['row']}>
      <legend className={classes['legend']}>{t('components.parameterForm.row', { number })}</legend>
      <div className={classes['fields']}>
        <TextInput
          label={t('components.parameterForm.name')}
          description={t('components.parameterForm.nameHint')}
          id={nameId}
          {...field('name')}
        />
        <TextInput
          label={t('components.parameterForm.key')}
          description={t('components.parameterForm.keyHint', { example })}
          spellCheck={false}
          {...field('key')}
        />
        <TextInput
          className={clsx(classes['wide'])}
          label={t('components.parameterForm.description')}
          description={t('components.parameterForm.descriptionHint')}
          {...field('description')}
        />
        <LabeledSwitch
          label={t('components.parameterForm.required')}
          description={t('components.parameterForm.requiredHint')}
          checked={parameter.required}
          onChange={(event) => onChange({ ...parameter, required: event.currentTarget.checked })}
        />
        <Button
          className={classes['remove'] ?? ''}
          variant="default"
          aria-label={t('components.parameterForm.removeOf', { number })}
          onClick={onRemove}
        >
          {t('components.parameterForm.remove')}
        </Button>
      </div>
    </fieldset>
  )
}
