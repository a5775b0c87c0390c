import { changePassword, Registration } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { loadEstimator, rateTyped, withPasswordCheck } from './passwordCheck.ts'

const filled = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada.byron@example.test',
  company_name: '',
  password: 'maple tree in a storm',
  password_confirmation: 'maple tree in a storm',
  terms_accepted: true,
}

const findProblems = (schema: ReturnType<typeof withPasswordCheck>, values: object) =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

const platform = { platform_name: 'Trestle' }

test('the form leaves the decision to the server until the estimator loads', { tags: ['ACC-06'] }, () => {
  const values = { ...filled, password: 'passwordpassword', password_confirmation: 'passwordpassword' }
  expect(findProblems(withPasswordCheck(Registration, platform), values)).toEqual({})
  expect(rateTyped('passwordpassword', {})).toBeNull()
})

test(
  "the sign-up form shows every problem at once, including the password's",
  { tags: ['ACC-06'] },
  async () => {
    await loadEstimator()
    const schema = withPasswordCheck(Registration, platform)
    expect(findProblems(schema, filled)).toEqual({})
    const values = {
      ...filled,
      first_name: '',
      password: 'ada.byron-2026',
      password_confirmation: 'ada.byron',
      terms_accepted: false,
    }
    expect(findProblems(schema, values)).toEqual({
      first_name: 'This field is required',
      password:
        "Password is too easy to guess: it is mostly your name, email address, company, or the name of this site. Add a few words that don't belong together.",
      password_confirmation: 'The two passwords differ',
      terms_accepted: 'Accept the terms to create an account',
    })
  },
)

test('refuses a short password as too short, not as easy to guess', { tags: ['ACC-06'] }, async () => {
  await loadEstimator()
  const values = { ...filled, password: 'password', password_confirmation: 'password' }
  expect(findProblems(withPasswordCheck(Registration, platform), values)).toEqual({
    password: 'Use at least 12 characters',
  })
})

test(
  'a form without a name field still refuses a password made of the name',
  { tags: ['ACC-06'] },
  async () => {
    await loadEstimator()
    const schema = withPasswordCheck(changePassword.body, { first_name: 'Ada', last_name: 'Lovelace' })
    const values = {
      current_password: 'x',
      password: 'Lovelace-1815',
      password_confirmation: 'Lovelace-1815',
    }
    expect(Object.keys(findProblems(schema, values))).toEqual(['password'])
  },
)
