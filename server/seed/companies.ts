const names = [
  'Harbour Build',
  'Ridge & Sons',
  'Northgate Civil',
  'Alder Contracting',
  'Bluewater Bridges',
  'Cedar Peak Homes',
  'Ostrava Tunnels',
  'Lindqvist Bygg',
  'Mesa Verde Roofing',
  'Grand River Concrete',
  'Pellegrini Costruzioni',
  'Tidewater Marine Works',
  'Summit Steel Erectors',
  'Fairlane Interiors',
  'Kestrel Demolition',
  'Quarry Lane Builders',
  'Baumeister Krüger',
  'Santos e Filhos',
  'Redwood Timber Frames',
  'Iron Gate Restoration',
  'Sandstone Masonry',
  'Delta Earthworks',
  'Copperfield Plumbing',
  'Juniper Landscape',
  'Trestle Demo Company',
  'Atlas Crane Hire',
  'Whitfield Electrical',
  'Morrow Glass & Façade',
  'Prairie Wind Foundations',
  'Old Town Renovators',
] as const

const toHost = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Companies of the platform that install the demo apps, and the users who install them. */
export const companies = names.map((name, index) => ({
  id: 48_210 + 17 * index,
  name,
  demo: name.includes('Demo'),
  user_email: `it@${toHost(name)}.example`,
}))
