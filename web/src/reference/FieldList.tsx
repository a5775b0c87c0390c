import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { Markdown } from '../ui/Markdown.tsx'
import classes from './FieldList.module.css'

interface Field {
  key: string
  name: string
  type: string
  required: boolean
  description: string
  values: string[]
  /** For parameters: path, query, header. */
  location?: string
  /** For fields: nesting level in the body. */
  depth?: number
}

const locations = ['path', 'query', 'header', 'cookie'] as const

/** Lists parameters or body fields with name, type and description. */
export function FieldList({ fields }: { fields: Field[] }) {
  const { t } = useTranslation()
  return (
    <dl className={classes['fields']}>
      {fields.map(({ key, name, type, required, description, values, location, depth = 0 }) => {
        const known = locations.find((each) => each === location)
        return (
          <div key={key} data-depth={depth}>
            <dt>
              <code>{name}</code>
              <span className={classes['type']}>{type}</span>
              {known && <span className={classes['type']}>{t(`reference.endpoint.locations.${known}`)}</span>}
              {required && <span className={classes['required']}>{t('reference.endpoint.required')}</span>}
            </dt>
            <dd>
              {description !== '' && <Markdown text={description} under={3} />}
              {values.length > 0 && (
                <p className={classes['values']}>
                  {t('reference.endpoint.values')}{' '}
                  {values.map((value) => (
                    <code key={value}>{value}</code>
                  ))}
                </p>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
