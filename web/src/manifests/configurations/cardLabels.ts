import type { TFunction } from 'i18next'
import '../../texts/components.ts'
import '../../texts/configurations.ts'
import { pathLabel } from '../editor/pointers.ts'

/** The fields of the cards that templates and snippets fill in with examples. */
const cardFields: Record<string, (t: TFunction) => [card: string, field: string]> = {
  '/post_installation_instruction/notes': (t) => [
    t('configurations.instructions'),
    t('configurations.instruction.notes'),
  ],
  '/post_installation_instruction/page/url': (t) => [
    t('configurations.instructions'),
    t('configurations.instruction.url'),
  ],
  '/fullscreen/source_url': (t) => [t('components.type.fullscreen'), t('components.sourceUrl')],
  '/sidepanel/source_url': (t) => [t('components.type.sidepanel'), t('components.sourceUrl')],
}

/** Returns the names that the cards have for a location in a manifest, or its path if no card shows it. */
export const cardLabel = (t: TFunction, location: string): string =>
  cardFields[location]?.(t).join(' › ') ?? pathLabel(location)
