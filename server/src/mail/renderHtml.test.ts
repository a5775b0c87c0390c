import { expect, test } from 'vitest'
import { rule } from './composeFooter.ts'
import { renderFragment, renderHtml, renderText } from './renderHtml.ts'

const settings = {
  PLATFORM_NAME: 'Trestle',
  PUBLIC_URL: 'https://portal.test',
  SUPPORT_URL: 'https://support.test/contact',
}

const render = (...paragraphs: string[]): string => renderFragment(settings, `${paragraphs.join('\n\n')}\n`)

/** Returns the links of an email, and whether each is a button. */
const linksOf = (html: string): { href: string; text: string; isButton: boolean }[] =>
  [...html.matchAll(/<a href="([^"]*)"( style="[^"]*")?>([^<]*)<\/a>/g)].map(
    ([, href = '', style, text = '']) => ({ href, text, isButton: style !== undefined }),
  )

test('the first link that a colon leads to is a button, named after its page', () => {
  const html = render(
    'Open this link to choose one:',
    'https://portal.test/reset_password/abc_1',
    "If it wasn't you, tell us:",
    'https://portal.test/account#notifications\nhttps://support.test/contact',
  )
  expect(linksOf(html)).toEqual([
    { href: 'https://portal.test/reset_password/abc_1', text: 'Choose a new password', isButton: true },
    { href: 'https://portal.test/account#notifications', text: 'Open your account page', isButton: false },
    { href: 'https://support.test/contact', text: 'Contact support', isButton: false },
  ])
})

test('the text has the email address of support without a scheme, and the HTML links to it', () => {
  const byEmail = { ...settings, SUPPORT_URL: 'mailto:support@girder.test' }
  const body = 'Contact support:\nmailto:support@girder.test\n'
  expect(renderText(byEmail, body)).toBe('Contact support:\nsupport@girder.test\n')
  expect(linksOf(renderFragment(byEmail, body)).map(({ href }) => href)).toEqual([
    'mailto:support@girder.test',
  ])
  expect(renderText(settings, 'https://support.test/contact')).toBe('https://support.test/contact')
})

test('a page on the marketplace is a button, and the listing that it shows a link', () => {
  const html = render(
    'The page on the marketplace:\nhttps://portal.test/marketplace/site-sync',
    'Your listing:\nhttps://portal.test/developer_apps/7/marketplace_listing',
  )
  expect(linksOf(html).map(({ text, isButton }) => [text, isButton])).toEqual([
    ['Open the marketplace page', true],
    ['Open the listing', false],
  ])
})

test('the links of a list and of the footer are not buttons', () => {
  const html = render(
    'What happened:',
    'Version 1.2.0 was approved\nhttps://portal.test/developer_apps/7/versions',
    'Your role changed\nhttps://portal.test/developer_apps/7',
    rule,
    'Stop emails about reviews:\nhttps://portal.test/unsubscribe/a.b',
    'Choose which emails you get, and how often:\nhttps://portal.test/account#notifications',
  )
  expect(linksOf(html).map(({ text, isButton }) => [text, isButton])).toEqual([
    ['Open the versions', false],
    ['Open the app', false],
    ['Stop these emails', false],
    ['Open your account page', false],
  ])
  expect(html).toContain('<hr ')
})

test.each([
  'https://elsewhere.test/reset_password/abc',
  'https://portal.test.elsewhere.test/account',
  'https://portal.test/oauth/authorize?client_id=1',
  'javascript:alert(1)',
])('an address that someone typed stays text: %s', (address) => {
  expect(render('The reviewer wrote:', address)).toContain(`>${address}</p>`)
})

test('escapes what people wrote, and keeps its lines', () => {
  expect(render('<img src=x onerror=alert(1)>\n"Größe" & more')).toBe(
    '<p style="margin: 0 0 16px">&lt;img src=x onerror=alert(1)&gt;<br>\n&quot;Größe&quot; &amp; more</p>',
  )
})

test('escapes the subject, and names the platform', () => {
  const html = renderHtml(settings, { subject: 'A </title><script> & more', text: 'Hello,\n' })
  expect(html).toContain('<title>A &lt;/title&gt;&lt;script&gt; &amp; more</title>')
  expect(html).toContain('Trestle developer portal')
})
