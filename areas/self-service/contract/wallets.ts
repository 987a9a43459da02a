import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { noRow } from '#kit/contract/scope.ts'

/** A file: a phone opens its address by itself, with the session's cookie. */
export const getOwnPass = read({
  method: 'GET',
  path: '/customer/card/pass',
  access: 'customer',
  scope: noRow('own account'),
  about: ['membership'],
  summary: 'One’s own card as a pass of Apple Wallet, signed',
  body: z.strictObject({}),
  reply: z.strictObject({ MembershipNo: z.string(), Pass: z.string() }),
})
