import type { ListingTab } from '@trestle/domain/listings/rules.ts'
import type { ComponentType } from 'react'
import { lazyPage, type LazyPage } from '../../ui/retry.ts'
import { AppFields } from '../fields/AppFields.tsx'
import type { ListingPartProps } from '../fields/parts.ts'

/** The sections that aren't open at first. Their code loads once the page is idle, or when one of them opens. */
const laterSections = {
  regions: lazyPage(() => import('../fields/PricingFields.tsx').then((m) => m.PricingFields)),
  links: lazyPage(() => import('../fields/LinkFields.tsx').then((m) => m.LinkFields)),
  features: lazyPage(() => import('../fields/FeatureFields.tsx').then((m) => m.FeatureFields)),
  support: lazyPage(() => import('../fields/SupportFields.tsx').then((m) => m.SupportFields)),
  tools: lazyPage(() => import('../fields/ToolFields.tsx').then((m) => m.ToolFields)),
  requirements: lazyPage(() => import('../fields/RequirementFields.tsx').then((m) => m.RequirementFields)),
  contact: lazyPage(() => import('../fields/ContactFields.tsx').then((m) => m.ContactFields)),
  media: lazyPage(() => import('../fields/MediaFields.tsx').then((m) => m.MediaFields)),
  security: lazyPage(() => import('../fields/SecurityFields.tsx').then((m) => m.SecurityFields)),
} satisfies Record<Exclude<ListingTab, 'app'>, LazyPage<ListingPartProps>>

/** The component of each section of the form. */
export const sections: Record<ListingTab, ComponentType<ListingPartProps>> = {
  app: AppFields,
  ...laterSections,
}

/** Loads the code of a section before it is drawn. One that could not be loaded before is loaded again. */
export function preloadSection(tab: ListingTab): void {
  // The section shows a failure when it opens.
  if (tab !== 'app') laterSections[tab].preload().catch(() => undefined)
}

export function preloadSections(): void {
  for (const section of Object.values(laterSections)) section.preload().catch(() => undefined)
}
