import type { Submission } from '../src/listings/contract.ts'
import { whole } from './wholeListing.ts'

const { region_ids: _regions, country_ids: _countries, product_tool_ids: _tools, ...fields } = whole

/** A complete draft of a listing that was never reviewed, as the API returns it. */
export const wholeSubmission: Submission = {
  ...fields,
  id: 50,
  developer_app_id: 7,
  state: 'draft',
  approval_state: 'unreviewed',
  admin_message: null,
  admin_notes: null,
  is_concierge_app: null,
  silent: null,
  live: false,
  made_by_procore: false,
  procore_certified_partner: false,
  version: 1,
  modified: true,
  marketplace_url: null,
  app_version: null,
  regions: { '1': true },
  countries: { '840': true },
  product_tools: {},
  security_questionnaire: {
    ...whole.security_questionnaire,
    headquarters_country: null,
    data_processing_countries: [],
    security_standards: [],
  },
  small_logo_url: '/files/1',
  in_review_at: null,
  published_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
}
