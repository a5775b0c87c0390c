import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyComponent } from './lazyComponent.ts'

test('hovering over and clicking a link loads the page once; it loads again after a failure', async () => {
  const calls: string[] = []
  const Page = () => null
  const page = lazyComponent(() => {
    calls.push('fetch')
    return calls.length <= 3 ? Promise.reject(new Error('lost')) : Promise.resolve(Page)
  })
  const both = await Promise.allSettled([page.preload(), page.preload()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toHaveLength(3)
  await page.preload()
  await page.preload()
  expect(calls).toHaveLength(4)
})

test('a page whose code is loaded is shown immediately, without suspending', async () => {
  const page = lazyComponent(() => Promise.resolve(() => 'content'))
  const show = () => renderToString(createElement(Suspense, { fallback: 'loading' }, createElement(page)))
  expect(show()).toContain('loading')
  await page.preload()
  expect(show()).not.toContain('loading')
  expect(show()).toContain('content')
})
