import { expect, test } from 'vitest'
import type { MediaType } from '../listings/content.ts'
import { decideMedia, decideSending, type MediaContentType, type MediaFacts } from './mediaRules.ts'

const messageFor = (type: MediaType, facts: Partial<MediaFacts>): string | null => {
  const decision = decideMedia(type, {
    contentType: 'image/png',
    width: null,
    height: null,
    framesPerSecond: null,
    ...facts,
  })
  return decision.ok ? null : decision.refusal.message
}

test.each([
  // The minimum size, and one pixel less.
  [720, 480, null],
  [719, 480, 'A screenshot must be at least 720 x 480 px. This one is 719 x 480 px.'],
  [720, 479, 'A screenshot must be at least 720 x 480 px. This one is 720 x 479 px.'],
  [721, 481, null],
  // The maximum size, and one pixel more.
  [1920, 1080, null],
  [1919, 1080, null],
  [1920, 1081, 'A screenshot can be at most 1920 x 1080 px. This one is 1920 x 1081 px.'],
  [1921, 1080, 'A screenshot can be at most 1920 x 1080 px. This one is 1921 x 1080 px.'],
  // 4:3 and 16:9, with a tolerance of 0.01.
  [1440, 1080, null],
  [1280, 720, null],
  [1324, 1000, null],
  [1323, 1000, 'A screenshot must be between 4:3 and 16:9. This one is 1323 x 1000 px, 1.32:1.'],
  [1787, 1000, null],
  [1788, 1000, 'A screenshot must be between 4:3 and 16:9. This one is 1788 x 1000 px, 1.79:1.'],
])('checks a screenshot of %i x %i px: %s', (width, height, message) => {
  expect(messageFor('Picture', { width, height })).toBe(message)
})

test.each([
  [199, 199, 'The logo must be at least 200 x 200 px. This one is 199 x 199 px.'],
  [200, 200, null],
  [201, 201, null],
  [400, 401, 'The logo must be square. This one is 400 x 401 px.'],
  [401, 400, 'The logo must be square. This one is 401 x 400 px.'],
  [5999, 5999, null],
  [6000, 6000, null],
  [6001, 6001, 'The logo can be at most 6000 x 6000 px. This one is 6001 x 6001 px.'],
])('checks a logo of %i x %i px: %s', (width, height, message) => {
  expect(messageFor('Logo', { width, height })).toBe(message)
})

test.each([
  [719, 30, 'A video must be at least 720p. This one is 719p.'],
  [720, 30, null],
  [721, 30, null],
  [720, 23.89, 'A video must have at least 24 frames per second. This one has 23.89.'],
  [720, 23.9, null],
  [720, 24_000 / 1001, null],
  [720, 24, null],
  [720, null, null],
])('checks a video %ip high at %s frames per second: %s', (height, framesPerSecond, message) => {
  for (const type of ['Video', 'ShowcaseVideo'] as const) {
    const facts = { contentType: 'video/mp4', width: 1280, height, framesPerSecond } as const
    expect(messageFor(type, facts)).toBe(message)
  }
})

test.each<[type: MediaType, contentType: MediaContentType, message: string]>([
  ['Logo', 'image/jpeg', 'Invalid file type'],
  ['Picture', 'image/png', 'Invalid file type'],
  ['Video', 'video/mp4', "This video is damaged and couldn't be read."],
  ['ShowcaseVideo', 'video/quicktime', "This video is damaged and couldn't be read."],
])('checks a %s in %s without a width or a height: %s', (type, contentType, message) => {
  expect(messageFor(type, { contentType, width: null, height: 720 })).toBe(message)
  expect(messageFor(type, { contentType, width: 1280, height: null })).toBe(message)
})

const types: MediaContentType[] = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'video/mp4',
  'video/quicktime',
]

test.each<[type: MediaType, allowed: MediaContentType[], megabytes: number]>([
  ['Logo', ['image/jpeg', 'image/png'], 10],
  ['Picture', ['image/jpeg', 'image/png'], 10],
  ['Document', ['application/pdf'], 25],
  ['Video', ['video/mp4', 'video/quicktime'], 500],
  ['ShowcaseVideo', ['video/mp4', 'video/quicktime'], 500],
])('accepts a %s of the types %j with at most %i MB', (type, allowed, megabytes) => {
  const decide = (contentType: string, bytes: number) => {
    const decision = decideSending(type, { type: contentType, bytes })
    return decision.ok ? null : [decision.refusal.code, decision.refusal.message]
  }
  expect(types.filter((contentType) => decide(contentType, 1) === null)).toEqual(allowed)
  expect(decide('image/gif', 1)).toEqual(['invalid_input', 'Invalid file type'])
  const [contentType = ''] = allowed
  const limit = megabytes * 1024 * 1024
  expect(decide(contentType, limit - 1)).toBeNull()
  expect(decide(contentType, limit)).toBeNull()
  expect(decide(contentType, limit + 1)).toEqual(['too_large', `The file is larger than ${megabytes} MB.`])
  const wrong = types.filter((each) => !allowed.includes(each))
  for (const contentType of wrong) {
    const facts = { contentType, width: 1280, height: 1280, framesPerSecond: 30 }
    expect(messageFor(type, facts)).toBe('Invalid file type')
  }
})
