import { regions } from '../listings/countries.ts'

export const defaultAppsPerPage = 24

/** How many days a listing counts as news. */
export const newsDays = 90
export const maxNews = 4

/** Returns the label of a news entry. New and updated listings are in one list, ordered by time. */
export const newsKindFor = (firstPublishedAt: string, announcedAt: string): 'new' | 'updated' =>
  Date.parse(firstPublishedAt) === Date.parse(announcedAt) ? 'new' : 'updated'

/** How many visitors from one IP address count per app and day: enough for a small office, too few for a script. */
export const maxViewsPerAddress = 3

/** Clients that aren't people: crawlers, link previews, monitors, and programs that don't identify as browsers. */
const machines =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|embedly|whatsapp|telegram|skypeuri|pingdom|uptime|monitor|lighthouse|headless|curl|wget|python|java\/|go-http|node|axios|okhttp|libwww|scrapy|feed/i

/** Returns whether a client is a machine. Every browser identifies as Mozilla; anything else is a program. */
export const isMachine = (userAgent: string): boolean =>
  !/^Mozilla\/\d/.test(userAgent) || machines.test(userAgent)

/** Returns the countries of these regions: an app offered in one of them is offered in part of its region. */
export const countriesIn = (regionIds: readonly number[]): number[] =>
  regions.filter(({ id }) => regionIds.includes(id)).flatMap(({ countries }) => countries.map(({ id }) => id))

/** Returns the regions of these countries: an app offered in a whole region is offered in each of its countries. */
export const regionsWith = (countryIds: readonly number[]): number[] =>
  regions.filter(({ countries }) => countries.some(({ id }) => countryIds.includes(id))).map(({ id }) => id)
