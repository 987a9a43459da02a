import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { unnamedRows } from '#kit/contract/scope.ts'

/** A file download, because the phone opens the URL itself with the session cookie. */
export const getOwnPass = read({
  method: 'GET',
  path: '/customer/card/pass',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['membership'],
  summary: 'Downloads the caller’s card as a signed Apple Wallet pass',
  body: z.strictObject({}),
  reply: z.strictObject({ MembershipNo: z.string(), Pass: z.string() }),
})
