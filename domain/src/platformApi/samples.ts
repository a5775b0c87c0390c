/** The fixed part of the company in every app's sandbox. The ids are those of the examples in the reference. */

export interface Person {
  id: number
  name: string
  login: string
}

export const people: readonly Person[] = [
  { id: 41655, name: 'Priya Raman', login: 'p.raman@northgatebuilders.example' },
  { id: 42010, name: 'Tomasz Wieland', login: 'wieland@halvorsenarchitects.example' },
  { id: 42118, name: 'Delia Okonkwo', login: 'd.okonkwo@northgatebuilders.example' },
]

export interface Location {
  id: number
  parent: number | null
  name: string
  node_name: string
}

export const locations: readonly Location[] = [
  { id: 5497, parent: null, name: 'Street level', node_name: 'Street level' },
  { id: 5498, parent: 5497, name: 'Street level > Plaza', node_name: 'Plaza' },
  { id: 5510, parent: null, name: 'North wing', node_name: 'North wing' },
  { id: 5511, parent: 5510, name: 'North wing > Level 7', node_name: 'Level 7' },
  { id: 5512, parent: 5511, name: 'North wing > Level 7 > East stair', node_name: 'East stair' },
]

/** Returns the ids of a location and of all locations inside it. */
export function locationsWithin(id: number): number[] {
  const inside = locations.filter(({ parent }) => parent === id)
  return [id, ...inside.flatMap((each) => locationsWithin(each.id))]
}

export const drawingIds: readonly number[] = [60377, 60418]

/** The time zone of the sandbox company's dates. */
export const timeZone = 'America/Los_Angeles'

export interface SampleProject {
  name: string
  number: string
  description: string
  stage: { id: number; name: string }
  is_active: boolean
  address: string
  city: string
  zip: string
  latitude: number
  longitude: number
  start_date: string
  completion_date: string
  total_value: string
}

/** The projects of a sandbox company, by their index in this list. Only add to its end. */
export const sampleProjects: readonly SampleProject[] = [
  {
    name: 'Harbor Street Parking Structure',
    number: '26-114',
    description: 'Nine-story precast parking structure with shops at street level',
    stage: { id: 14, name: 'Course of construction' },
    is_active: true,
    address: '220 SW Harbor Way',
    city: 'Portland',
    zip: '97201',
    latitude: 45.5101,
    longitude: -122.6743,
    start_date: '2026-03-09',
    completion_date: '2027-08-27',
    total_value: '41250000.00',
  },
  {
    name: 'Cedar Ridge Elementary School',
    number: '26-121',
    description: 'Two-story school for 540 students, mass timber',
    stage: { id: 11, name: 'Preconstruction' },
    is_active: true,
    address: '9100 SW Cedar Ridge Road',
    city: 'Beaverton',
    zip: '97007',
    latitude: 45.4622,
    longitude: -122.8531,
    start_date: '2027-02-01',
    completion_date: '2028-07-14',
    total_value: '28900000.00',
  },
  {
    name: 'Alder Creek Clinic',
    number: '24-087',
    description: 'Outpatient clinic, completed',
    stage: { id: 16, name: 'Closed' },
    is_active: false,
    address: '41 Alder Creek Lane',
    city: 'Salem',
    zip: '97301',
    latitude: 44.9429,
    longitude: -123.0351,
    start_date: '2024-04-15',
    completion_date: '2025-10-31',
    total_value: '9640000.00',
  },
]

/** The office that runs every sample project. */
export const officeId = 377

export interface SampleRfi {
  subject: string
  question: string
  status: 'draft' | 'open'
  rfi_manager_id: number
  assignee_ids: number[]
  due_date: string
  location_id: number | null
  drawing_ids: number[]
  specification_section: string | null
  cost_impact: 'yes' | 'no' | 'tbd' | 'none'
}

/** The RFIs that the first sample project begins with. */
export const sampleRfis: readonly SampleRfi[] = [
  {
    subject: 'Embed plate conflict at grid C-7',
    question:
      '<p>The embed plate at grid C-7 is shown on S-402 at elevation +14\'-6", on the precast shop drawing at +14\'-2". Which one governs?</p>',
    status: 'open',
    rfi_manager_id: 41655,
    assignee_ids: [42010],
    due_date: '2026-09-22',
    location_id: 5512,
    drawing_ids: [60418],
    specification_section: '05 12 00',
    cost_impact: 'tbd',
  },
  {
    subject: 'Fire rating of the door at the east stair',
    question: '<p>The door schedule gives 60 minutes, the life safety plan 90. Which rating applies?</p>',
    status: 'draft',
    rfi_manager_id: 41655,
    assignee_ids: [42118],
    due_date: '2026-10-05',
    location_id: 5512,
    drawing_ids: [],
    specification_section: null,
    cost_impact: 'tbd',
  },
]
