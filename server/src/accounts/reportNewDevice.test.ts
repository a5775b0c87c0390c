import { changePassword, signIn, signOut } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { buildDeveloper, password } from '../../testing/build.ts'
import { startTestServer, type Client } from '../../testing/server.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function start() {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const enter = async (client: Client, typed: string = password) => {
    const payload = { email: developer.email, password: typed }
    const headers = { 'user-agent': firefox }
    return client.send({ method: 'POST', url: signIn.path, headers, payload })
  }
  const emails = async () => (await server.emails()).filter(({ kind }) => kind === 'new_device')
  return { server, developer, enter, emails }
}

test('a sign-in with an unknown browser is emailed, one with a known browser and the first one are not', async () => {
  const { server, developer, enter, emails } = await start()
  const laptop = server.anonymous()
  await enter(laptop)
  expect(await emails()).toEqual([])
  await laptop.call(signOut)
  await enter(laptop)
  expect(await emails()).toEqual([])
  const phone = server.anonymous()
  await enter(phone)
  const [email, ...others] = await emails()
  expect(others).toEqual([])
  expect(email).toMatchObject({
    recipient: developer.email,
    subject: 'New sign-in to your Trestle account',
  })
  expect(email?.body).toContain('Firefox on Linux, on the network 127.0.0.0/24')
  expect(email?.body).toContain('/account\n')
  expect(email?.body).toContain('/forgot_password')
  await phone.call(signOut)
  await enter(phone)
  expect(await emails()).toHaveLength(1)
})

test('a wrong password is not emailed', async () => {
  const { server, enter, emails } = await start()
  await enter(server.anonymous())
  await enter(server.anonymous(), 'not the password')
  expect(await emails()).toEqual([])
})

test('after a new password, only the browser that chose it is known', async () => {
  const { server, enter, emails } = await start()
  const fresh = 'another-fine-phrase-42'
  const [laptop, phone] = [server.anonymous(), server.anonymous()]
  await enter(laptop)
  await enter(phone)
  const body = { current_password: password, password: fresh, password_confirmation: fresh }
  await laptop.call(changePassword, { body })
  await laptop.call(signOut)
  await enter(laptop, fresh)
  expect(await emails()).toHaveLength(1)
  await enter(phone, fresh)
  expect(await emails()).toHaveLength(2)
})
