import { Checkbox } from '@mantine/core'
import { productTools } from '@trestle/domain/listings/lists.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './Fields.module.css'
import { Marked } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'

/** Edits the tools an app works with, three in a row (LIST-63). */
export function ToolFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const { product_tool_ids: chosen } = form.content
  const tick = (id: number, isTicked: boolean) => {
    const rest = chosen.filter((each) => each !== id)
    const next = isTicked ? [...rest, id] : rest
    form.set({ product_tool_ids: next.toSorted((a, b) => a - b) })
  }
  return (
    <Section title={t('listings.tabs.tools')} hidesTitle>
      <Marked form={form} path="product_tool_ids">
        <Checkbox.Group
          label={t('listings.tools.legend')}
          description={t('listings.tools.hint')}
          error={form.errorOf('product_tool_ids')}
          value={chosen.map(String)}
        >
          <div className={classes['grid']}>
            {productTools.map(({ id, title }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={title}
                disabled={form.isReadOnly}
                onChange={({ currentTarget }) => tick(id, currentTarget.checked)}
              />
            ))}
          </div>
        </Checkbox.Group>
      </Marked>
    </Section>
  )
}
