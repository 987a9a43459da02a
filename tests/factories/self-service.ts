import { addPasscode, type registerCustomer, validatePasscode } from '#areas/self-service/contract.ts'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { type CallOptions, staffWith, type TestApp } from '../harness.ts'

// Creates passcodes as staff, and the customer sessions that these passcodes open.

export const generator = staffWith({ roles: ['Self-Service URL Generator', 'Customer'] })

type PasscodeInput = Partial<RequestBody<typeof addPasscode>>

/** A passcode of KLCC or the creator's outlet, for a new customer unless it names the customer to update. */
export async function passcode(app: TestApp, values: PasscodeInput = {}, by = generator) {
  const Purpose = values.CustomerId === undefined ? 'New Customer' : 'Update'
  const reply = await app.call(addPasscode, { Purpose, ...values }, by)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.refusal))
  const { Passcode, Link, PasscodeId } = reply.body
  return { Passcode, PasscodeId, Token: Link.split('#')[1]! }
}

let addresses = 0
/** A different network address for each call, so that tests do not share rate limits. */
export const anyAddress = () => {
  addresses++
  return `10.${70 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Returns call options with a customer session and a new network address. */
export const bearer = (token: string): CallOptions => ({
  as: null,
  headers: { authorization: `Bearer ${token}` },
  ip: anyAddress(),
})

/** A customer session opened with a passcode, for a customer or a new visitor. */
export async function visitor(app: TestApp, values: PasscodeInput = {}, by = generator): Promise<CallOptions> {
  const { Passcode } = await passcode(app, values, by)
  const { body, refusal, status } = await app.call(validatePasscode, { Passcode }, { as: null, ip: anyAddress() })
  if (status !== 200) throw new Error(JSON.stringify(refusal))
  return bearer(body.Visit!.access_token)
}

let people = 0

/** The fields of a registration. */
export function registration(
  values: Partial<RequestBody<typeof registerCustomer>> = {},
): RequestBody<typeof registerCustomer> {
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
