import { expect, test } from 'vitest'
import { decideImage, imageLimits, detectImageType, imageTypes, tooLarge } from './rules.ts'

const textBytes = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))

test.each([
  [[0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0], 'image/jpeg'],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0x89, 0x50, 0x4e, 0x47], null],
  [textBytes('GIF89a'), null],
  [textBytes('<svg xml'), null],
  [[], null],
])(
  'detects from the first bytes %j the type %s, regardless of the name',
  { tags: ['SET-12', 'CONST-08'] },
  (bytes, type) => {
    expect(detectImageType(Uint8Array.from(bytes))).toBe(type)
  },
)

test('accepts jpeg and png thumbnails of at most 10 MB', { tags: ['CONST-08'] }, () => {
  expect(imageTypes).toEqual(['image/jpeg', 'image/png'])
  expect(tooLarge(imageLimits.bytes)).toBe('The file is larger than 10 MB.')
})

test.each([
  [200, 200, null],
  [6000, 6000, null],
  [199, 199, 'The picture must be at least 200 x 200 px. This one is 199 x 199 px.'],
  [400, 300, 'The picture must be square. This one is 400 x 300 px.'],
  [100, 50, 'The picture must be square. This one is 100 x 50 px.'],
  [6001, 6001, 'The picture can be at most 6000 x 6000 px. This one is 6001 x 6001 px.'],
])('checks a picture of %i x %i px: %s', { tags: ['SET-23'] }, (width, height, message) => {
  const decision = decideImage({ width, height })
  expect(decision.ok ? null : decision.refusal.message).toBe(message)
})
