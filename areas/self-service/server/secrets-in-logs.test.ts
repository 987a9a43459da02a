import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { API_BASE } from '#kit/server/serve.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { anyAddress, bearer, passcode, registration, visitor } from '#tests/factories/self-service.ts'
import { codeSentTo } from '#tests/factories/sign-in.ts'
import { useApp } from '#tests/harness.ts'
import {
  customerSignIn,
  registerCustomer,
  requestSignInCode,
  sendEmailVerification,
  validateEmailVerification,
  validatePasscode,
} from '../contract.ts'

const lines: string[] = []
const app = useApp({
  at: '2026-03-10T02:00:00Z',
  log: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
  prepare: async ({ db }) => void (await cardGroup(db)),
})

test('server log: no line contains passcodes, links, codes, session tokens or profile data of customers', async () => {
  const { Passcode, Token } = await passcode(app, { ManyYN: 'Y' })
  const headers = { referer: `http://localhost:3000/self-service#${Token}` }
  for (const credentials of [{ Passcode }, { Token }, { Passcode: `${Passcode.slice(0, 9)}9` }])
    await app.call(validatePasscode, credentials, { as: null, headers, ip: anyAddress() })
  const session = await visitor(app)
  const Email = 'canary.customer@mail.example'
  const form = registration({ Email, FullName: 'CANARY CUSTOMER' })
  const reply = await app.call(sendEmailVerification, { Email }, session)
  const Code = await codeSentTo(app, Email)
  const { ChallengeId } = reply.body
  expect((await app.call(validateEmailVerification, { ChallengeId, Code }, session)).status).toBe(200)
  const registered = await app.call(registerCustomer, form, session)
  expect(registered.status).toBe(201)
  const { Visit, MembershipNo } = registered.body
  await app.inject({
    method: 'GET',
    url: `${API_BASE}/customer/profile`,
    headers: { ...bearer(Visit.access_token).headers },
  })
  // An address gets only one code a minute.
  app.clock.advance(61)
  const codeRequest = await app.call(requestSignInCode, { Identifier: MembershipNo! }, { as: null, ip: anyAddress() })
  const second = await codeSentTo(app, Email)
  const entering = { Identifier: MembershipNo!, ChallengeId: codeRequest.body.ChallengeId, Code: second }
  const signedIn = await app.call(customerSignIn, entering, { as: null, ip: anyAddress() })
  expect(signedIn.status).toBe(200)
  await sleep(50)

  const text = lines.join('')
  const secrets = {
    ...{
      Passcode,
      plain: Passcode.replace('-', ''),
      Token,
      Code,
      second,
      ChallengeId,
      codeRequest: codeRequest.body.ChallengeId,
    },
    ...{ session: Visit.access_token, signedIn: signedIn.body.access_token },
    ...{
      name: form.FullName,
      email: Email,
      phone: form.ContactNo,
      digits: `${form.ContactNo}`.slice(-7),
      id: form.IdNo,
    },
  }
  const leaked = Object.entries(secrets).filter(([, secret]) => text.includes(`${secret}`))
  expect(leaked.map(([name]) => name)).toEqual([])
  expect(lines.length).toBeGreaterThan(8)
})
