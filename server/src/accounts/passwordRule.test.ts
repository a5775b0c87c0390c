import { decidePassword, ratePassword } from '@trestle/domain/accounts/passwords.ts'
import { describe, expect, test } from 'vitest'
import { estimatePassword } from './estimatePassword.ts'

const ada = {
  email: 'ada.byron@engines.test',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company_name: 'Analytical Engines Ltd',
  platform_name: 'Trestle',
}
const toProblem = (password: string) => ratePassword(estimatePassword, password, ada).problem

describe('new password', () => {
  const more = "Add a few words that don't belong together."
  test.each([
    ['passwordpassword', `it repeats the same characters. ${more}`],
    ['aaaaaaaaaaaa', `it repeats one character. ${more}`],
    ['123456789012', `it is a common password. ${more}`],
    ['abcdefghijklmnop', `it contains a sequence like abc or 123. ${more}`],
    [
      'p@ssw0rd!2026',
      `it is close to a common password. ${more} Symbols in place of letters, like @ for a, don't help.`,
    ],
    ['PASSWORD!2026', `it is predictable. ${more} Capital letters alone don't help.`],
    ['1qaz2wsx3edc4rfv', `it is a common password. ${more}`],
    ['welcome-welcome-welcome', `it repeats the same characters. ${more}`],
  ])('refuses "%s", and says what is weak and what to do', { tags: ['ACC-06'] }, (password, rest) => {
    expect(toProblem(password)).toBe(`Password is too easy to guess: ${rest}`)
  })

  test.each([
    'Lovelace-1815',
    'ada-lovelace-2026',
    'ADA.BYRON-2026',
    'AnalyticalEngines1',
    'engines.test!!',
    'Ada Lovelace of Trestle',
  ])(
    'refuses "%s", which is made of the name, address, company or product',
    { tags: ['ACC-06'] },
    (password) => {
      expect(toProblem(password)).toBe(
        `Password is too easy to guess: it is mostly your name, email address, company, or the name of this site. ${more}`,
      )
    },
  )

  test.each([
    'correct-horse-battery-9',
    'maple tree in a storm',
    'q7#Vd!2xLm0z',
    'trestle bridges cross rivers',
    'пароль из семи слов',
    'ada likes maths and long walks',
  ])('accepts "%s"', { tags: ['ACC-06'] }, (password) => {
    expect(toProblem(password)).toBeNull()
  })

  test('accepts for one developer what it refuses for another', { tags: ['ACC-06'] }, () => {
    const other = { ...ada, email: 'x@y.test', first_name: 'X', last_name: 'Y', company_name: '' }
    expect(ratePassword(estimatePassword, 'AnalyticalEngines1', other).problem).toBeNull()
  })

  test('a refusal names the password field', { tags: ['ACC-06'] }, () => {
    const message = `Password is too easy to guess: it repeats one character. ${more}`
    expect(decidePassword(estimatePassword, 'aaaaaaaaaaaa', ada)).toEqual({
      ok: false,
      refusal: { code: 'invalid_input', message, fields: { password: [message] } },
    })
  })
})

/** Returns the lowest processor time of several runs in milliseconds, because the first ones warm up. */
function leastTime(rate: () => void): number {
  const times = Array.from({ length: 8 }, () => {
    const start = process.threadCpuUsage()
    rate()
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

test(
  'rates the longest passwords about as fast as ordinary ones, whatever they contain',
  { tags: ['ACC-06'] },
  () => {
    const wide = { ...ada, company_name: 'Ab1 Cd2 Ef3 Gh4 Ij5 '.repeat(10).trim() }
    const made = [
      '4@31!0$57+8|',
      '0123456789',
      'a4e3i1o0s5t7@$!',
      '01.02.2003-',
      'password1234',
      'vv\\/|_|()[]',
    ]
    const longest = made.map((part) => `${part.repeat(12).slice(0, 125)}ada`)
    const rate = (password: string) => void ratePassword(estimatePassword, password, wide)
    const slowest = Math.max(...longest.map((password) => leastTime(() => rate(password))))
    // With the limit on their length, the longest take as long as ten ordinary ones; without it, as long as 35.
    const ordinary = leastTime(() => {
      for (let count = 0; count < 20; count += 1) rate('maple tree in a storm')
    })
    expect(slowest / ordinary, 'of the time of twenty').toBeLessThan(1)
  },
)
