import { expect, test } from 'vitest'
import { startPath } from './start-page.ts'

const who = (isHQ: boolean, ...roles: string[]) => ({
  isHQ,
  has: (role: string | readonly string[] | undefined) =>
    role === undefined || [role].flat().some((one) => roles.includes(one)),
  may: () => true,
})

test.each([
  ['staff of an outlet begins at the counter', who(false, 'Customer', 'Customer Transaction'), undefined, '/counter'],
  ['head office on the dashboard', who(true, 'Customer', 'Settings'), undefined, '/dashboard'],
  ['who only reads reports on the dashboard', who(false, 'Member Listing'), undefined, '/dashboard'],
  ['head office at the counter, by choice', who(true, 'Customer'), 'counter', '/counter'],
  ['an outlet on the dashboard, by choice', who(false, 'Customer'), 'dashboard', '/dashboard'],
  ['nobody at a counter that he may not open', who(false, 'Settings'), 'counter', '/dashboard'],
] as const)('%s', (_, session, chosen, path) => {
  expect(startPath(session as never, chosen)).toBe(path)
})
