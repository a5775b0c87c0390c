import { afterEach, expect, test } from 'vitest'
import { addGallery } from './gallery.ts'

afterEach(() => document.body.replaceChildren())

/** Adds two screenshots and the empty dialog, as the server renders them. */
function addPage() {
  document.body.innerHTML = `
    <a href="/1.png" data-enlarge="1 of 2">First</a>
    <a href="/2.png" data-enlarge="2 of 2">Second</a>
    <dialog data-gallery>
      <img alt="" /><figcaption></figcaption>
      <button data-close>Close</button>
    </dialog>`
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  return {
    shown: () => (find('dialog[open]') ? find('figcaption')?.textContent : null),
    click: (selector: string) => find(selector)?.click(),
  }
}

test('back closes an enlarged screenshot of a static page, and closing it leaves no step back', async () => {
  const { shown, click } = addPage()
  history.pushState({ page: 'before' }, '')
  history.pushState(null, '')
  addGallery()
  expect(shown()).toBeNull()
  click('a:nth-of-type(2)')
  expect(shown()).toBe('2 of 2')
  history.back()
  await expect.poll(shown).toBeNull()
  history.forward()
  await expect.poll(shown).toBe('2 of 2')
  click('[data-close]')
  await expect.poll(() => history.state as unknown).toBeNull()
  expect(shown()).toBeNull()
  history.back()
  await expect.poll(() => history.state as unknown).toEqual({ page: 'before' })
})

test('a static page that is reloaded with an enlarged screenshot shows it again', () => {
  const { shown } = addPage()
  history.pushState({ enlarged: 1 }, '')
  addGallery()
  expect(shown()).toBe('2 of 2')
})
