import { expect, test } from 'vitest'
import { startPagePath } from './start-page.ts'

const userWith = (isHQ: boolean, ...roles: string[]) => ({
  isHQ,
  has: (role: string | readonly string[] | undefined) =>
    role === undefined || [role].flat().some((candidate) => roles.includes(candidate)),
  may: () => true,
})

test.each([
  ['outlet staff start at the counter', userWith(false, 'Customer', 'Customer Transaction'), undefined, '/counter'],
  ['head office starts on the dashboard', userWith(true, 'Customer', 'Settings'), undefined, '/dashboard'],
  [
    'outlet staff who only read reports start on the dashboard',
    userWith(false, 'Member Listing'),
    undefined,
    '/dashboard',
  ],
  ['head office may choose the counter', userWith(true, 'Customer'), 'counter', '/counter'],
  ['outlet staff may choose the dashboard', userWith(false, 'Customer'), 'dashboard', '/dashboard'],
  [
    'a user without access to the counter starts on the dashboard',
    userWith(false, 'Settings'),
    'counter',
    '/dashboard',
  ],
] as const)('start page: %s', (_, session, choice, path) => {
  expect(startPagePath(session as never, choice)).toBe(path)
})
