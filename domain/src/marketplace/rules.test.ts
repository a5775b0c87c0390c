import { expect, test } from 'vitest'
import { countriesIn, isMachine, newsKindFor, regionsWith } from './rules.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  `${windows} Chrome/140.0.0.0 Safari/537.36`,
  `${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
])('a person visits with %s', (userAgent) => {
  expect(isMachine(userAgent)).toBe(false)
})

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Mozilla/5.0 (compatible; archive.org_crawler/3.4)',
  `${windows} HeadlessChrome/140.0.0.0 Safari/537.36`,
  `${windows} Chrome/140.0.0.0 Safari/537.36 Chrome-Lighthouse`,
  `${windows} Chrome/140.0.0.0 Safari/537.36 PingdomPageSpeed/1.0`,
  `${windows} Chrome/140.0.0.0 Safari/537.36 DatadogSynthetics Monitor`,
  'python-requests/2.32.3',
  'curl/8.5.0',
  '',
])('a machine visits with "%s"', (userAgent) => {
  expect(isMachine(userAgent)).toBe(true)
})

test('news is new with the first publication, and updated after it', { tags: ['LSTATE-25'] }, () => {
  const first = '2026-03-01T10:00:00.000Z'
  expect(newsKindFor(first, '2026-03-01T11:00:00.000+01:00')).toBe('new')
  expect(newsKindFor(first, '2026-03-01T10:00:00.001Z')).toBe('updated')
})

test('a country belongs to one region, and the United States and Canada are separate regions', () => {
  const [unitedStates, canada, germany, france] = [840, 124, 276, 250]
  expect(regionsWith([germany, france, canada])).toEqual([2, 4])
  expect(countriesIn([1, 2])).toEqual([unitedStates, canada])
  expect(countriesIn([4])).toEqual(expect.arrayContaining([germany, france]))
  expect([regionsWith([]), countriesIn([])]).toEqual([[], []])
})
