import { expect, test } from 'vitest'
import * as contract from '../contract/memberships.ts'
import { counterRoles } from './counter-roles.ts'

test('the counter opens for exactly those who may make its calls', () => {
  expect([...counterRoles].sort()).toEqual([...contract.counterRoles].sort())
})
