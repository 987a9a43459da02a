import { expect, test } from 'vitest'
import { createSignInAccount, password } from '#tests/factories/sign-in.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { unlockAccount } from '../../contract/passwords.ts'
import { signIn } from '../../contract.ts'

const app = useApp({ at: '2026-03-10T02:00:00Z' })

test('unlock account: after an unlock, a user with too many wrong passwords can try again at once', async () => {
  const user = await createSignInAccount(app)
  const attempt = (Password: string) => app.call(signIn, { Username: user.username, Password }, null)
  for (let wrong = 0; wrong < 10; wrong++) await attempt('not the right one')
  expect((await attempt(password)).status).toBe(429)

  const unlocked = await app.call(unlockAccount, { UserId: user.userId })

  expect(unlocked).toMatchObject({ status: 200, body: { Username: user.username, Forgotten: 1 } })
  expect((await attempt(password)).status).toBe(200)
  const [line] = await app.sql<{ line: string }>(
    `select activity_description as line from login_activity where object_id = $1 and activity_description like 'Unlocked%'`,
    String(user.userId),
  )
  expect(line?.line).toMatch(/^Unlocked by /)
  expect((await app.call(unlockAccount, { UserId: user.userId })).body.Forgotten).toBe(0)
})

test('unlock account: only head office can unlock an account, and only an active one', async () => {
  const user = await createSignInAccount(app)
  const outlet = staffWith({ roles: ['Settings'] })
  expect((await app.call(unlockAccount, { UserId: user.userId }, outlet)).status).toBe(403)
  expect((await app.call(unlockAccount, { UserId: 999_999 }, hq)).status).toBe(404)
  await app.sql(`update user_account set status = 'Disabled' where user_id = $1`, user.userId)
  expect(await app.call(unlockAccount, { UserId: user.userId })).toMatchObject({
    status: 409,
    refusal: { message: 'This account is not active' },
  })
})
