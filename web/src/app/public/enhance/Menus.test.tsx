import { afterEach, expect, test } from 'vitest'
import { addMenus } from './menus.ts'

afterEach(() => document.body.replaceChildren())

test('a click beside a dialog of a static page closes it, and one on its padding does not', () => {
  document.body.innerHTML = `
    <button popovertarget="menu">Menu</button>
    <dialog id="menu" popover="auto" style="inset: 50px auto auto 50px; padding: 20px; margin: 0">Links</dialog>`
  const dialog = document.querySelector('dialog')
  const press = (clientX: number, clientY: number) =>
    dialog?.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }))
  addMenus()
  document.querySelector('button')?.click()
  expect(dialog?.open).toBe(true)
  press(55, 55)
  expect(dialog?.open).toBe(true)
  press(45, 55)
  expect(dialog?.open).toBe(false)
})
