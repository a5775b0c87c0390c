import sharp from 'sharp'

/** Draws the screenshots of the demo apps: flat shapes, a few kilobytes each. */

export const screenshotSize = { width: 960, height: 600 }
const logoSide = 256

const ink = '#26313b'
const pale = '#dfe5ea'

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 6): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** Draws cards in columns. */
const board = (color: string): string =>
  times(4, (column) =>
    [
      box(212 + column * 184, 96, 168, 476, '#f1f4f6', 8),
      box(224 + column * 184, 110, 90, 10, ink, 4),
      times(4 - (column % 3), (row) =>
        [
          box(224 + column * 184, 138 + row * 104, 144, 90, '#ffffff', 6),
          box(236 + column * 184, 152 + row * 104, 84, 9, ink, 4),
          box(236 + column * 184, 172 + row * 104, 116, 7, pale, 3),
          box(236 + column * 184, 202 + row * 104, 44, 12, color, 6),
        ].join(''),
      ),
    ].join(''),
  )

/** Draws table rows. */
const table = (color: string): string =>
  box(212, 96, 720, 36, '#f1f4f6') +
  times(10, (row) =>
    [
      box(232, 152 + row * 42, 130 + ((row * 37) % 60), 10, ink, 4),
      box(472, 152 + row * 42, 120, 8, pale, 4),
      box(652, 152 + row * 42, 90 - ((row * 23) % 40), 8, pale, 4),
      box(832, 148 + row * 42, 72, 18, row % 3 === 0 ? color : pale, 9),
    ].join(''),
  )

/** Draws numbers, and bars over time. */
const chart = (color: string): string =>
  times(
    3,
    (index) =>
      box(212 + index * 246, 96, 228, 92, '#f1f4f6', 8) +
      box(230 + index * 246, 116, 70, 9, pale, 4) +
      box(230 + index * 246, 140, 110, 22, ink, 4),
  ) +
  box(212, 208, 720, 364, '#f7f9fa', 8) +
  times(18, (index) => {
    const height = 60 + ((index * 67) % 190) + index * 4
    return box(236 + index * 38, 548 - height, 24, height, index % 5 === 4 ? ink : color, 3)
  })

const screens = { board, table, chart }
export type Screen = keyof typeof screens

const frame = (color: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${screenshotSize.width}" height="${screenshotSize.height}">${[
    box(0, 0, screenshotSize.width, screenshotSize.height, '#ffffff', 0),
    box(0, 0, screenshotSize.width, 64, color, 0),
    box(28, 24, 132, 16, '#ffffff', 6),
    box(0, 64, 188, screenshotSize.height - 64, '#eef1f4', 0),
    times(6, (row) => box(28, 104 + row * 40, 96 + ((row * 29) % 44), 10, row === 1 ? color : '#b9c3cc', 4)),
    content,
  ].join('')}</svg>`

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png().toBuffer()

export const drawScreen = (color: string, screen: Screen): Promise<Buffer> =>
  png(frame(color, screens[screen](color)))

export const drawLogo = (color: string, lines: string): Promise<Buffer> =>
  png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${logoSide}" height="${logoSide}" viewBox="0 0 64 64"><rect width="64" height="64" fill="${color}"/><g fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="${lines}"/></g></svg>`,
  )
