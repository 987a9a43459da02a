import { beforeEach, expect, test } from 'vitest'
import { updateSetting } from '#areas/setup/contract/settings.ts'
import { customer } from '#tests/factories/customers.ts'
import { membership } from '#tests/factories/memberships.ts'
import { anyAddress, generator } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'
import { addPasscode, customerSignIn, requestSignInCode } from '../contract.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at })
beforeEach(async () => {
  app.clock.set(at)
  await app.sql('delete from setting; delete from rate_limit')
})

type Name = 'updateMinutes' | 'customerHours' | 'posterDays' | 'codeMinutes' | 'codeTries'
const set = async (name: Name, Value: number) =>
  expect((await app.call(updateSetting, { Name: `selfService.${name}`, Version: 0, Value })).status).toBe(200)

test('passcodes count as long as the company says, and nobody makes one for longer', async () => {
  const { CustomerId } = await customer(app.db)
  const add = (input: object) => app.call(addPasscode, input as never, generator)
  await set('updateMinutes', 10)
  expect((await add({ Purpose: 'Update', CustomerId })).body.ExpiresAt).toBe('2026-03-10T02:10:00.000Z')
  await set('customerHours', 2)
  expect((await add({ Purpose: 'New Customer' })).body.ExpiresAt).toBe('2026-03-10T04:00:00.000Z')
  const tooLong = { status: 409, refusal: { code: 'self-service.valid_too_long', params: { Hours: 2 } } }
  expect(await add({ Purpose: 'New Customer', ExpiresInHours: 3 })).toMatchObject(tooLong)
  await set('posterDays', 7)
  expect((await add({ Purpose: 'New Customer', ManyYN: 'Y', ExpiresInHours: 168 })).status).toBe(201)
  expect((await add({ Purpose: 'New Customer', ManyYN: 'Y', ExpiresInHours: 169 })).status).toBe(409)
})

test('a customer’s code counts for as many minutes and attempts as the company says', async () => {
  const Email = 'limits@mail.example'
  const { CustomerId } = await customer(app.db, { Email, VerifiedEmailYN: 'Y' })
  const { MembershipNo: Identifier } = await membership(app.db, { CustomerId })
  const ask = async () => (await app.call(requestSignInCode, { Identifier }, { as: null, ip: anyAddress() })).body
  const enter = (ChallengeId: string, Code: string) =>
    app.call(customerSignIn, { Identifier, ChallengeId, Code }, { as: null, ip: anyAddress() })

  await set('codeMinutes', 3)
  const first = await ask()
  expect(first.ExpiresIn).toBe(180)
  const late = await codeSentTo(app, Email)
  app.clock.advance(181)
  expect((await enter(first.ChallengeId, late)).status).toBe(409)

  await set('codeTries', 2)
  const second = await ask()
  const code = await codeSentTo(app, Email)
  for (let wrong = 0; wrong < 2; wrong++) await enter(second.ChallengeId, code === '000000' ? '000001' : '000000')
  expect((await enter(second.ChallengeId, code)).status).toBe(409)
})
