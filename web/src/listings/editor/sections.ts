import type { ListingTab } from '@trestle/domain/listings/rules.ts'
import type { ComponentType } from 'react'
import { lazyComponent, type LazyComponent } from '../../ui/lazyComponent.ts'
import { AppFields } from '../fields/AppFields.tsx'
import type { ListingPartProps } from '../fields/parts.ts'

/** The sections that aren't open at first. Their code loads once the page is idle, or when one of them opens. */
const laterSections = {
  regions: lazyComponent(() => import('../fields/PricingFields.tsx').then((m) => m.PricingFields)),
  links: lazyComponent(() => import('../fields/LinkFields.tsx').then((m) => m.LinkFields)),
  features: lazyComponent(() => import('../fields/FeatureFields.tsx').then((m) => m.FeatureFields)),
  support: lazyComponent(() => import('../fields/SupportFields.tsx').then((m) => m.SupportFields)),
  tools: lazyComponent(() => import('../fields/ToolFields.tsx').then((m) => m.ToolFields)),
  requirements: lazyComponent(() =>
    import('../fields/RequirementFields.tsx').then((m) => m.RequirementFields),
  ),
  contact: lazyComponent(() => import('../fields/ContactFields.tsx').then((m) => m.ContactFields)),
  media: lazyComponent(() => import('../fields/MediaFields.tsx').then((m) => m.MediaFields)),
  security: lazyComponent(() => import('../fields/SecurityFields.tsx').then((m) => m.SecurityFields)),
} satisfies Record<Exclude<ListingTab, 'app'>, LazyComponent<ListingPartProps>>

/** The component of each section of the form. */
export const sections: Record<ListingTab, ComponentType<ListingPartProps>> = {
  app: AppFields,
  ...laterSections,
}

/** Loads the code of a section before it renders. Retries a section that could not be loaded before. */
export function preloadSection(tab: ListingTab): void {
  // The section shows a failure when it opens.
  if (tab !== 'app') laterSections[tab].preload().catch(() => undefined)
}

export function preloadSections(): void {
  for (const section of Object.values(laterSections)) section.preload().catch(() => undefined)
}
