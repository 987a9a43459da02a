import { beforeEach } from 'vitest'
import { customer } from '#tests/factories/customers.ts'
import { cardGroup, membership } from '#tests/factories/memberships.ts'
import { anyAddress, bearer, generator, passcode, registration } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { make, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { addPasscode, customerSignIn, registerCustomer, requestSignInCode, validatePasscode } from '../contract.ts'

const at = '2026-03-10T02:00:00Z'
const app = useApp({ at, prepare: async ({ db }) => void (await cardGroup(db)) })
beforeEach(async () => {
  app.clock.set(at)
  await app.sql('delete from setting; delete from rate_limit')
})

const add = (input: object) => app.call(addPasscode, input as never, generator)

testSetting(
  app,
  'selfService.updateMinutes',
  [
    [10, '2026-03-10T02:10:00.000Z'],
    [30, '2026-03-10T02:30:00.000Z'],
  ],
  async () => {
    const { CustomerId } = await customer(app.db)
    return (await add({ Purpose: 'Update', CustomerId })).body.ExpiresAt
  },
)

testSetting(
  app,
  'selfService.customerHours',
  [
    [2, ['2026-03-10T04:00:00.000Z', 409]],
    [24, ['2026-03-11T02:00:00.000Z', 201]],
  ],
  async () => [
    (await add({ Purpose: 'New Customer' })).body.ExpiresAt,
    (await add({ Purpose: 'New Customer', ExpiresInHours: 3 })).status,
  ],
)

testSetting(
  app,
  'selfService.posterDays',
  [
    [7, [201, 409]],
    [8, [201, 201]],
  ],
  async () => {
    const statuses = []
    for (const ExpiresInHours of [168, 169])
      statuses.push((await add({ Purpose: 'New Customer', ManyYN: 'Y', ExpiresInHours })).status)
    return statuses
  },
)

/** Requests a sign-in code for a member, and returns functions that enter the code. */
async function requestCode() {
  const Email = `limits${make.nextNumber()}@mail.example`
  const { CustomerId } = await customer(app.db, { Email, VerifiedEmailYN: 'Y' })
  const { MembershipNo: Identifier } = await membership(app.db, { CustomerId })
  const stranger = () => ({ as: null, ip: anyAddress() })
  const { ChallengeId, ExpiresIn } = (await app.call(requestSignInCode, { Identifier }, stranger())).body
  const right = await codeSentTo(app, Email)
  const enter = async (Code: string) =>
    (await app.call(customerSignIn, { Identifier, ChallengeId, Code }, stranger())).status
  return { ExpiresIn, enter, right, wrong: right === '000000' ? '000001' : '000000' }
}

testSetting(
  app,
  'selfService.codeMinutes',
  [
    [3, [180, 409]],
    [10, [600, 200]],
  ],
  async () => {
    const { ExpiresIn, enter, right } = await requestCode()
    app.clock.advance(181)
    return [ExpiresIn, await enter(right)]
  },
)

testSetting(
  app,
  'selfService.codeTries',
  [
    [2, 409],
    [3, 200],
  ],
  async () => {
    const { enter, right, wrong } = await requestCode()
    for (let attempt = 0; attempt < 2; attempt++) await enter(wrong)
    return enter(right)
  },
)

/** Registers people with one poster at fixed intervals, and returns how many registered before the first refusal. */
async function registrationsUntilRefused(secondsApart: number, most: number, ip: () => string) {
  const { Passcode, PasscodeId } = await passcode(app, { ManyYN: 'Y' })
  let registered = 0
  for (; registered < most; registered++) {
    const reply = await app.call(validatePasscode, { Passcode }, { as: null, ip: ip() })
    const session = { ...bearer(reply.body.Visit!.access_token), ip: ip() }
    if ((await app.call(registerCustomer, registration(), session)).status === 429) break
    app.clock.advance(secondsApart)
  }
  return { registered, PasscodeId }
}

testSetting(
  app,
  'selfService.registrationsIn10Minutes',
  [
    [2, 2],
    [5, 5],
  ],
  async () => {
    const ip = anyAddress()
    return (await registrationsUntilRefused(0, 10, () => ip)).registered
  },
)

testSetting(
  app,
  'selfService.registrationsAnHour',
  [
    [3, 3],
    [6, 6],
  ],
  async () => {
    const ip = anyAddress()
    return (await registrationsUntilRefused(300, 10, () => ip)).registered
  },
)

testSetting(
  app,
  'selfService.registrationsAlarm',
  [
    [2, 1],
    [9, 0],
  ],
  async () => {
    const { PasscodeId } = await registrationsUntilRefused(0, 3, anyAddress)
    return (
      await app.sql(
        `select from audit_log where log_text like '%registrations within an hour. PasscodeId - ${PasscodeId}'`,
      )
    ).length
  },
)
