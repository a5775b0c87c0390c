import { en } from '../src/texts/en.ts'

/** The message of every error that a test plants. React logs it when a boundary catches it. */
export const plantedFault = 'planted fault'

const repairs: (() => void)[] = []

function findTexts(path: readonly string[]): object {
  let texts: object = en
  for (const name of path) {
    const next: unknown = Reflect.get(texts, name)
    if (typeof next !== 'object' || next === null) throw new Error(`There are no texts in ${path.join('.')}.`)
    texts = next
  }
  return texts
}

/** Makes every component that shows this text throw until `repairTexts`. */
export function breakText(key: string): void {
  const path = key.split('.')
  const name = path.pop() ?? ''
  const texts = findTexts(path)
  const before = Object.getOwnPropertyDescriptor(texts, name)
  if (!before) throw new Error(`There is no text ${key}.`)
  Object.defineProperty(texts, name, {
    configurable: true,
    enumerable: true,
    get: () => {
      throw new TypeError(plantedFault)
    },
  })
  repairs.push(() => Object.defineProperty(texts, name, before))
}

/** Ends all planted faults. */
export function repairTexts(): void {
  for (const repair of repairs.splice(0)) repair()
}
