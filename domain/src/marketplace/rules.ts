import { regions } from '../listings/countries.ts'

/** A listing is news for so many days. */
export const newsDays = 90
export const maxNews = 4

/** What came is shown before what was renewed only in the order of time; the word beside it tells which. */
export const newsKindFor = (firstPublishedAt: string, announcedAt: string): 'new' | 'updated' =>
  Date.parse(firstPublishedAt) === Date.parse(announcedAt) ? 'new' : 'updated'

/** How many visitors of one address count per app and day: enough for a small office, too few for a script. */
export const maxViewsPerAddress = 3

/** Machines that fetch pages: searches, previews of links, monitors, and programs that do not call themselves browsers. */
const machines =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|embedly|whatsapp|telegram|skypeuri|pingdom|uptime|monitor|lighthouse|headless|curl|wget|python|java\/|go-http|node|axios|okhttp|libwww|scrapy|feed/i

/** Every browser calls itself Mozilla; what does not is a program. */
export const isMachine = (userAgent: string): boolean =>
  !/^Mozilla\/\d/.test(userAgent) || machines.test(userAgent)

/** The countries of some regions: an app offered in one of them is offered in a part of its region. */
export const countriesIn = (regionIds: readonly number[]): number[] =>
  regions.filter(({ id }) => regionIds.includes(id)).flatMap(({ countries }) => countries.map(({ id }) => id))

/** The regions of some countries: an app offered in a whole region is offered in each of its countries. */
export const regionsWith = (countryIds: readonly number[]): number[] =>
  regions.filter(({ countries }) => countries.some(({ id }) => countryIds.includes(id))).map(({ id }) => id)
