import { everywhere } from '@trestle/domain/listings/choices.ts'
import { type ListingFields } from '@trestle/domain/listings/content.ts'
import { emptyFields, emptyQuestionnaire } from '@trestle/domain/listings/emptyContent.ts'
import { categories, productTools } from '@trestle/domain/listings/lists.ts'
import type { Screen } from './screenshots.ts'

export interface DemoListing {
  /** The app's internal name. */
  app: string
  state: 'draft' | 'in_review' | 'published'
  /** Days before now at which the listing reached its state. */
  since: number
  /** Published without a notification. */
  silent?: boolean
  /** The reviewer's message on rejection. */
  rejection?: string
  marks?: { made_by_procore?: boolean; procore_certified_partner?: boolean }
  color: string
  /** Strokes on a 64 × 64 square. */
  logo: string
  screens: [Screen, description: string][]
  content: Partial<ListingFields>
}

const sorted = (...names: string[]): number[] =>
  categories.filter(({ name }) => names.includes(name)).map(({ id }) => id)
const worksWith = (...titles: string[]): number[] =>
  productTools.filter(({ title }) => titles.includes(title)).map(({ id }) => id)

const made = (
  builder: string,
  host: string,
  provided: Partial<ListingFields> &
    Pick<
      ListingFields,
      'public_name' | 'tagline' | 'description' | 'about' | 'how_it_works' | 'feature_bullets'
    >,
): Partial<ListingFields> => ({
  ...emptyFields,
  ...everywhere(),
  built_by: builder,
  sold_by: builder,
  draft_developer_notes: `Test login: reviewer@${host}. The demo project is filled.`,
  subscription_required: true,
  connector_required: false,
  has_trials: true,
  pricing_description:
    'One price per project and month, whatever the number of people. The first month is free.',
  pricing_url: `https://www.${host}/pricing`,
  website_link: { label: builder, url: `https://www.${host}` },
  support_email: `help@${host}`,
  contact_us_email: `sales@${host}`,
  helpful_links: [{ label: 'Getting started', url: `https://help.${host}/start` }],
  ...provided,
})

const answers = {
  ...emptyQuestionnaire,
  has_mfa_support: true,
  has_fas_support: true,
  company_legal_name: 'Siteline Software Ltd.',
  company_headquarters: '14 Quay Street, Bristol',
  headquarters_country_id: 826,
  data_processing_locations: 'Frankfurt and Dublin',
  data_processing_country_ids: [276, 372],
  has_subprocessors: false,
  has_sensitive_data: false,
  has_security_contact: true,
  security_email: 'security@sitesync.example',
  has_security_audits: true,
  has_security_standards: true,
  security_standard_ids: [4],
  has_penetration_testing: true,
  can_notify_procore: true,
  has_disclosure_program: false,
  has_bug_bounty_program: false,
  has_data_encryption_at_rest: true,
  has_data_encryption_in_transit: true,
  has_sso_support: true,
  sso_providers: ['Okta', 'Microsoft Entra ID'],
  has_saml_support: true,
}

/** The demo's listings: eight public ones, and one in every other state. */
export const demoListings: DemoListing[] = [
  {
    app: 'Site Sync',
    state: 'published',
    since: 140,
    marks: { procore_certified_partner: true },
    color: '#0f6864',
    logo: 'M18 28a15 15 0 0 1 27-6m1 14a15 15 0 0 1-27 6M46 12v10H36M18 52V42h10',
    screens: [
      ['board', 'The board of a project: what is open, in work and done, drawing by drawing'],
      ['table', 'Every revision with who has read it'],
      ['chart', 'How fast the site answers, week by week'],
    ],
    content: made('Siteline Software', 'sitesync.example', {
      public_name: 'Site Sync',
      tagline: 'One board for site and office',
      description:
        'Site Sync puts what the office decides in front of the people who build it. RFIs, observations and submittals of a project become cards on one board; everyone on the slab sees what changed since yesterday, with the drawing it belongs to.\n\nNothing is copied by hand: the board follows the project, and what is answered on site is back in the project within a minute.',
      about:
        'Siteline Software has built tools for site teams since 2014. Forty people in Bristol and Lyon, half of whom have worked on a site.',
      how_it_works: 'Install the app, link your company once, and choose the projects that get a board.',
      feature_bullets: [
        'See every open RFI, observation and submittal on one board',
        'Answer without leaving the record',
        'Know who has read the latest revision',
        'Work offline, and sync when the signal is back',
      ],
      category_ids: sorted('Field Productivity', 'Document Management'),
      product_tool_ids: worksWith('RFIs', 'Observations', 'Submittals', 'Drawings'),
      requirements: ['Standard permission on RFIs', 'A Site Sync company account'],
      security_badge: true,
      security_questionnaire_visible: true,
      security_questionnaire: answers,
    }),
  },
  {
    app: 'Ledger Bridge',
    state: 'published',
    since: 28,
    marks: { procore_certified_partner: true },
    color: '#14508a',
    logo: 'M8 42h48M12 42a20 20 0 0 1 40 0M22 42V27m10 15V22m10 20V27',
    screens: [
      ['table', 'Commitments beside their entries in the ledger'],
      ['chart', 'What is committed, invoiced and paid'],
      ['board', 'Entries that wait for a review'],
    ],
    content: made('Siteline Software', 'ledgerbridge.example', {
      public_name: 'Ledger Bridge',
      tagline: 'Your commitments, in your books',
      description:
        'Ledger Bridge carries commitments, change orders and invoices from the project into the accounting system overnight, and the payments back. Differences are listed the next morning, each with the record it comes from.',
      about:
        'Siteline Software has built tools for site teams since 2014. Forty people in Bristol and Lyon, half of whom have worked on a site.',
      how_it_works: 'Connect your ledger, map your cost codes once, and choose the hour of the night.',
      feature_bullets: [
        'Stop typing commitments twice',
        'See each difference with the record it comes from',
        'Close the month a week earlier',
      ],
      category_ids: sorted('Accounting', 'ERP'),
      product_tool_ids: worksWith('Commitments', 'Change Orders', 'Invoicing', 'Budget'),
      requirements: ['Admin permission on Commitments', 'A ledger with an open interface'],
      connector_required: true,
      region_ids: [1, 2],
      country_ids: [840, 124, 826, 372],
    }),
  },
  {
    app: 'Beam Board',
    state: 'published',
    since: 75,
    color: '#8a3b12',
    logo: 'M10 18h44M10 46h44M32 18v28M22 18v28m20-28v28',
    screens: [
      ['board', 'Deliveries of the week by truck'],
      ['table', 'Every piece with its mark, weight and place'],
      ['chart', 'Tonnes erected against the plan'],
    ],
    content: made('Ostrava Steel Systems', 'beamboard.example', {
      public_name: 'Beam Board',
      tagline: 'Every beam, from mill to bolt',
      description:
        'Beam Board follows structural steel through detailing, fabrication, delivery and erection. The daily log fills itself with what was erected, and the schedule knows which piece is late before the crane does.',
      about: "Ostrava Steel Systems grew out of a fabricator's own planning office.",
      how_it_works: 'Import the model, print the marks, and scan them at each gate.',
      feature_bullets: [
        'Scan a mark and see where the piece belongs',
        'Fill the daily log with what was erected',
        'Hear of late pieces two days ahead',
      ],
      category_ids: sorted('Scheduling', 'BIM'),
      product_tool_ids: worksWith('Daily Log', 'Schedule', 'Models'),
      region_ids: [4],
      country_ids: [],
    }),
  },
  {
    app: 'Punch Pilot',
    state: 'published',
    since: 12,
    marks: { made_by_procore: true },
    color: '#6a3fa0',
    logo: 'M14 34l12 12 24-28M14 12h20',
    screens: [
      ['table', 'Open items by trade and floor'],
      ['board', 'Items on their way from found to closed'],
      ['chart', 'How many days an item stays open'],
    ],
    content: made('Trestle Labs', 'punchpilot.example', {
      public_name: 'Punch Pilot',
      tagline: 'Walk once, close faster',
      description:
        'Punch Pilot turns a walk through the building into a list that sorts itself: photos are placed on the plan, trades are recognized, and items that look like one are offered as one.',
      about: 'Trestle Labs tries out what may become a part of the platform.',
      how_it_works: 'Open it on your phone, walk, take photos. The list is ready when you are back.',
      feature_bullets: [
        'Place items on the plan by photo',
        'Send each trade its own list',
        'Find twins before they are sent',
      ],
      category_ids: sorted('Quality & Safety', 'Photo & Video'),
      product_tool_ids: worksWith('Punch List', 'Photos', 'Drawings'),
      beta: true,
      subscription_required: false,
      pricing_description: 'Free while it is in beta.',
      pricing_url: '',
      contact_us_email: '',
      create_lead: true,
    }),
  },
  {
    app: 'Concrete Clock',
    state: 'published',
    since: 40,
    color: '#4a5a2a',
    logo: 'M32 10a22 22 0 1 0 .1 0M32 20v13l9 6',
    screens: [
      ['chart', 'Strength over the hours since the pour'],
      ['table', 'Sensors of the slab with their last reading'],
      ['board', 'Pours of the week and when they may be stripped'],
    ],
    content: made('Kilnworks', 'concreteclock.example', {
      public_name: 'Concrete Clock',
      tagline: 'Know when the slab is ready',
      description:
        'Sensors in the pour tell the temperature; Concrete Clock tells the strength. Stripping times come from the slab itself instead of a table, and the inspection opens when the value is reached.',
      about: 'Kilnworks makes concrete plants and what measures what comes out of them.',
      how_it_works: 'Tie a sensor to the rebar, scan it, pour. The clock starts by itself.',
      feature_bullets: [
        'Strip on the strength you have',
        'Open the inspection when it is time',
        'Keep the curve with the daily log',
      ],
      category_ids: sorted('Quality & Safety', 'Equipment & Telematics'),
      product_tool_ids: worksWith('Inspections', 'Daily Log'),
      requirements: ['Kilnworks sensors, two for each pour'],
      installable: false,
      contact_us_email: '',
      learn_how_url: 'https://www.concreteclock.example/order',
    }),
  },
  {
    app: 'Drone Ledger',
    state: 'published',
    since: 60,
    silent: true,
    color: '#1d5a7a',
    logo: 'M32 32l14-14M32 32L18 18m14 14l14 14M32 32L18 46M46 12a6 6 0 1 1-.1 0M18 12a6 6 0 1 1-.1 0M46 40a6 6 0 1 1-.1 0M18 40a6 6 0 1 1-.1 0',
    screens: [
      ['chart', 'Volumes moved between two flights'],
      ['board', 'Flights by project'],
      ['table', 'Stockpiles with what they hold'],
    ],
    content: made('Highline Survey', 'droneledger.example', {
      public_name: 'Drone Ledger',
      tagline: 'Flights that end in numbers',
      description:
        'Fly the site, upload the photos, read the volumes. Drone Ledger lays each flight over the last one and writes what moved into the daily log, with the picture that proves it.',
      about: 'Highline Survey flies for contractors in nine countries.',
      how_it_works: 'Plan the flight in the browser, fly with any drone, upload the card.',
      feature_bullets: [
        'Compare two flights on one map',
        'Measure stockpiles in a minute',
        'Keep the proof with the log',
      ],
      category_ids: sorted('Drones & Reality Capture', 'Analytics'),
      product_tool_ids: worksWith('Daily Log', 'Photos', 'Documents'),
    }),
  },
  {
    app: 'Crew Compass',
    state: 'published',
    since: 100,
    color: '#9d1c5a',
    logo: 'M32 10a22 22 0 1 0 .1 0M40 24l-5 11-11 5 5-11z',
    screens: [
      ['board', 'Who is on which site tomorrow'],
      ['table', 'Certificates that end this month'],
      ['chart', 'Hours by trade'],
    ],
    content: made('Fjordway', 'crewcompass.example', {
      public_name: 'Crew Compass',
      tagline: 'The right people on the right site',
      description:
        'Crew Compass plans who works where, knows who is trained for what, and fills the timesheets with what was planned, for the foreman to correct.',
      about: 'Fjordway is a family company from Bergen that plans crews for half of the fjords.',
      how_it_works: 'Import your people, drag them onto sites, and send the plan at six in the evening.',
      feature_bullets: [
        'Plan tomorrow in ten minutes',
        'See which certificates run out',
        'Start timesheets from the plan',
      ],
      category_ids: sorted('Workforce & HR', 'Time & Material Tracking'),
      product_tool_ids: worksWith('Crews', 'Timesheets', 'Directory'),
      region_ids: [1, 4],
      country_ids: [840],
    }),
  },
  {
    app: 'Permit Trail',
    state: 'published',
    since: 5,
    color: '#35507d',
    logo: 'M18 10h20l10 10v34H18zM26 30h16M26 40h16M26 20h6',
    screens: [
      ['table', 'Permits with what each still needs'],
      ['board', 'From applied for to closed'],
      ['chart', 'How long each authority takes'],
    ],
    content: made('Plumbline Partners', 'permittrail.example', {
      public_name: 'Permit Trail',
      tagline: 'No permit forgotten, none expired',
      description:
        'Permit Trail keeps every permit of a project with its conditions, its inspections and the day it ends. What an authority asks for becomes a task with a date, and an inspection that is due is on the calendar.',
      about: 'Plumbline Partners has run permits for builders in eleven states for twenty years.',
      how_it_works: 'Forward the letter of the authority; the permit is set up, and you check it.',
      feature_bullets: [
        'Turn conditions into tasks',
        'Get a reminder before a permit ends',
        'Hand over a complete file',
      ],
      category_ids: sorted('Compliance & Insurance', 'Project Management'),
      product_tool_ids: worksWith('Tasks', 'Documents', 'Inspections'),
      region_ids: [1],
      country_ids: [840],
    }),
  },
  {
    app: 'Gantt Glider',
    state: 'in_review',
    since: 2,
    color: '#7a5a10',
    logo: 'M12 16h22M20 30h24M30 44h22',
    screens: [
      ['table', 'Tasks with what leads to them'],
      ['chart', 'The critical path, week by week'],
      ['board', 'Tasks that wait for others'],
    ],
    content: made('Kilnworks', 'ganttglider.example', {
      public_name: 'Gantt Glider',
      tagline: 'The path behind every task',
      description:
        'Gantt Glider shows beside each task of the schedule which tasks lead to it, and what a day of delay costs at the end.',
      about: 'Kilnworks makes concrete plants, and plans when they are needed.',
      how_it_works: 'Install it, open a task, read its path.',
      feature_bullets: [
        'See what leads to a task',
        'Try a delay before it happens',
        'Print the path for the meeting',
      ],
      category_ids: sorted('Scheduling'),
      product_tool_ids: worksWith('Schedule'),
    }),
  },
  {
    app: 'Submittal Scout',
    state: 'draft',
    since: 16,
    rejection:
      '<p>Thank you. Two things before we can publish this:</p><ul><li>The screenshots show another product.</li><li>Please say which specification books it reads.</li></ul>',
    color: '#14508a',
    logo: 'M28 14a14 14 0 1 0 .1 0M40 40l12 12',
    screens: [['table', 'Sections that fit a submittal']],
    content: made('Siteline Software', 'submittalscout.example', {
      public_name: 'Submittal Scout',
      tagline: 'Finds the section for you',
      description:
        'Submittal Scout reads the title of a submittal and names the section of the specification it belongs to.',
      about: 'Siteline Software has built tools for site teams since 2014.',
      how_it_works: 'Open a submittal; the app names its section.',
      feature_bullets: [
        'Find the section in seconds',
        'Spot submittals without one',
        'Learn from corrections',
      ],
      category_ids: sorted('Document Management'),
      product_tool_ids: worksWith('Submittals', 'Specifications'),
    }),
  },
  {
    app: 'Kilnworks Pours',
    state: 'draft',
    since: 8,
    color: '#6a3fa0',
    logo: 'M14 20h30l-6 14H20zM44 24l8-6M32 34v6m-6 6h12v8H26z',
    screens: [],
    content: {
      ...emptyFields,
      public_name: 'Kilnworks Pours',
      tagline: 'Pours of the day beside each RFI',
      built_by: 'Kilnworks',
    },
  },
]
