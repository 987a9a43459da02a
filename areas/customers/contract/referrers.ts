import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { Id, membershipFilter } from '#kit/contract/fields.ts'
import { row, unnamedRows } from '#kit/contract/scope.ts'
import { CustomerStatus, MemberType } from './customers.ts'

// This part of the contract finds the member who recommended a customer.

const access = { role: 'Customer' } as const

export const recommendFriend = change({
  path: '/customer/customers/recommend-friend',
  access,
  scope: unnamedRows('opens', row('membership', 'MembershipNo', 'opens')),
  about: [],
  summary: 'Returns the masked name of the member who recommends a customer, by membership number',
  body: z.strictObject({ MembershipNo: membershipFilter.optional() }),
  reply: z.strictObject({ MembershipNo: z.string(), Name: z.string(), Status: CustomerStatus, MemberType }),
})

export const verifyReferrer = change({
  path: '/customer/customers/verify-referrer',
  access,
  scope: unnamedRows('opens', row('membership', 'MembershipNo', 'opens'), row('customer', 'CustomerId', 'looked up')),
  about: [],
  summary:
    'Checks whether a member may be named as the referrer of a new customer, or of the one whose CustomerId is sent',
  body: z.strictObject({ MembershipNo: membershipFilter.optional(), CustomerId: Id.optional() }),
  reply: recommendFriend.reply,
})
