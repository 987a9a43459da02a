import { addPasscode, type registerCustomer, validatePasscode } from '#areas/self-service/contract.ts'
import type { Sent } from '#kit/contract/endpoint.ts'
import { type CallOptions, staffWith, type TestApp } from '../harness.ts'

// Customers on their own pages: passcodes of staff, and the sessions that these open.

export const generator = staffWith({ roles: ['Self-Service URL Generator', 'Customer'] })

type Made = Partial<Sent<typeof addPasscode>>

/** A passcode of KLCC or the outlet of who makes it, for a new customer unless it says whose profile is updated. */
export async function passcode(app: TestApp, values: Made = {}, by = generator) {
  const Purpose = values.CustomerId === undefined ? 'New Customer' : 'Update'
  const made = await app.call(addPasscode, { Purpose, ...values }, by)
  if (made.status !== 201) throw new Error(JSON.stringify(made.refusal))
  const { Passcode, Link, PasscodeId } = made.body
  return { Passcode, PasscodeId, Token: Link.split('#')[1]! }
}

let addresses = 0
/** Another network each time, so that no test stands in another's way. */
export const anyAddress = () => {
  addresses++
  return `10.${70 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** The session of a customer, on a phone with a network of its own. */
export const bearer = (token: string): CallOptions => ({
  as: null,
  headers: { authorization: `Bearer ${token}` },
  ip: anyAddress(),
})

/** A session of a customer who came with a passcode, or of somebody new. */
export async function visitor(app: TestApp, values: Made = {}, by = generator): Promise<CallOptions> {
  const { Passcode } = await passcode(app, values, by)
  const { body, refusal, status } = await app.call(validatePasscode, { Passcode }, { as: null, ip: anyAddress() })
  if (status !== 200) throw new Error(JSON.stringify(refusal))
  return bearer(body.Visit!.access_token)
}

let people = 0

/** What somebody fills in who registers. */
export function registration(values: Partial<Sent<typeof registerCustomer>> = {}): Sent<typeof registerCustomer> {
  people++
  return {
    FullName: `LIM MEI ${people}`,
    IdType: 'Passport',
    IdNo: `L${70_000_000 + people}`,
    DateOfBirth: '1990-05-17',
    Gender: 'Female',
    ContactNo: `012-${7_000_000 + people}`,
    Language: 'English',
    Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
    ...values,
  }
}
