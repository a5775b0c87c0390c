/** The lists a listing chooses from: categories, products, certifications (platform facts, 8.1, 8.2 and 8.6). */

export interface Category {
  id: number
  name: string
}

export interface ProductTool {
  id: number
  title: string
}

export interface SecurityStandard {
  id: number
  standard_name: string
  variant: string
}

/** Numbers the entries. Stored listings use the ids, so add entries at the end and never remove one. */
const numbered = <Entry extends object>(entries: readonly Entry[]): (Entry & { id: number })[] =>
  entries.map((entry, index) => ({ id: index + 1, ...entry }))

const numberedCategories: readonly Category[] = numbered(
  [
    'Accounting',
    'Analytics',
    'Bidding/Estimation',
    'BIM',
    'CRM',
    'Document Management',
    'Photo & Video',
    'Quality & Safety',
    'Scheduling',
    'System Integrator',
    'Time & Material Tracking',
    'Other',
    'Compliance & Insurance',
    'Contract Management',
    'Drones & Reality Capture',
    'Equipment & Telematics',
    'ERP',
    'Field Productivity',
    'Project Management',
    'Sustainability',
    'Workforce & HR',
  ].map((name) => ({ name })),
)

const isOther = ({ name }: Category): boolean => name === 'Other'

/** In alphabetical order, as pickers and filters show them, with the catch-all entry last. */
export const categories: readonly Category[] = numberedCategories.toSorted(
  (a, b) => Number(isOther(a)) - Number(isOther(b)) || a.name.localeCompare(b.name, 'en'),
)

export const productTools: readonly ProductTool[] = numbered(
  [
    'Action Plans',
    'Bidding',
    'Budget',
    'Change Events',
    'Change Orders',
    'Commitments',
    'Coordination Issues',
    'Correspondence',
    'Crews',
    'Daily Log',
    'Direct Costs',
    'Directory',
    'Documents',
    'Drawings',
    'Emails',
    'ERP Integrations',
    'Estimating',
    'Forms',
    'Incidents',
    'Inspections',
    'Instructions',
    'Invoicing',
    'Meetings',
    'Models',
    'Observations',
    'Photos',
    'Planroom',
    'Portfolio',
    'Prequalification',
    'Prime Contracts',
    'Punch List',
    'Reports',
    'RFIs',
    'Schedule',
    'Specifications',
    'Submittals',
    'T&M Tickets',
    'Tasks',
    'Timesheets',
    'Transmittals',
    'Workflows',
  ].map((title) => ({ title })),
)

const standard = (standard_name: string, ...variants: string[]) =>
  variants.map((variant) => ({ standard_name, variant }))

export const securityStandards: readonly SecurityStandard[] = numbered([
  ...standard('SOC 1', 'Type 1', 'Type 2'),
  ...standard('SOC 2', 'Type 1', 'Type 2'),
  ...standard('SOC 3', 'General'),
  ...standard('ISO 27001', '2013', '2022'),
  ...standard('ISO 27017', '2015'),
  ...standard('ISO 27018', '2019'),
  ...standard('ISO 27701', '2019'),
  ...standard('ISO 22301', '2019'),
  ...standard('ISO 9001', '2015'),
  ...standard('PCI DSS', 'SAQ', 'Level 1'),
  ...standard('CSA STAR', 'Level 1', 'Level 2'),
  ...standard('FedRAMP', 'Low', 'Moderate', 'High'),
  ...standard('NIST', 'CSF', '800-53', '800-171'),
  ...standard('CMMC', 'Level 1', 'Level 2', 'Level 3'),
  ...standard('Cyber Essentials', 'Basic', 'Plus'),
  ...standard('HIPAA', 'Attestation'),
  ...standard('IRAP', 'Official', 'Protected'),
  ...standard('TISAX', 'AL2', 'AL3'),
])

/** Returns the label of a standard: `SOC 2 - Type 2` (SEC-25). */
export const standardLabel = ({ standard_name, variant }: Omit<SecurityStandard, 'id'>): string =>
  `${standard_name} - ${variant}`

export const ssoProviders: readonly string[] = [
  'Okta',
  'Microsoft Entra ID',
  'Google Workspace',
  'OneLogin',
  'Ping Identity',
  'Auth0',
  'JumpCloud',
  'Cisco Duo',
  'CyberArk Identity',
  'Microsoft AD FS',
]
