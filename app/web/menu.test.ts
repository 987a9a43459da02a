import { describe, expect, test } from 'vitest'
import type { Screen } from '#kit/web/screen.ts'
import { isMenuGroup, visibleMenu } from './menu.ts'

const screen = (path: string, role?: Screen['role']): Screen => ({
  path,
  title: 'app:home',
  load: () => Promise.reject(new Error('never opened here')),
  ...(role && { role }),
})
const has = (role: Screen['role']) => role === undefined || [role].flat().includes('Customer')
const paths = (screens: Screen[]) =>
  visibleMenu(screens, { has, may: (privilege) => privilege === undefined }).map((item) =>
    isMenuGroup(item) ? [item.key, ...item.entries.map(({ path }) => path)] : item.path,
  )

describe('menu', () => {
  test('menu: omits entries whose page does not exist', () => {
    expect(paths([])).toEqual([])
  })

  test('menu: shows a group only if the user may open at least one of its entries', () => {
    const screens = [screen('/setup/card-group', 'Card Group'), screen('/registration/customers', 'Customer')]
    expect(paths(screens)).toEqual([['registration', '/registration/customers']])
  })

  test('menu: has the specified order, whatever the order of the screens', () => {
    const screens = [
      screen('/setup/lead-source'),
      screen('/setup/card-group'),
      screen('/counter'),
      screen('/dashboard'),
    ]
    expect(paths(screens)).toEqual(['/dashboard', '/counter', ['setup', '/setup/card-group', '/setup/lead-source']])
  })

  test('menu: shows pages that the specification does not name after the specified pages of their group', () => {
    const ownScreen = { ...screen('/memberships'), menu: 'member' as const }
    expect(paths([ownScreen, screen('/member/update-member-listing'), screen('/member/archive')])).toEqual([
      ['member', '/member/archive', '/member/update-member-listing', '/memberships'],
    ])
  })

  test('menu: daily pages come first and settings last; settings pages that the specification does not name come at the end', () => {
    const proof = { ...screen('/points-management/proof'), menu: 'settings' as const }
    const users = { ...screen('/settings/users'), menu: 'settings' as const }
    const screens = [proof, users, screen('/settings'), screen('/setup/card-group'), screen('/settings/approvals')]
    expect(paths([...screens, screen('/dashboard')])).toEqual([
      '/dashboard',
      '/settings/approvals',
      ['setup', '/setup/card-group'],
      ['settings', '/settings', '/settings/users', '/points-management/proof'],
    ])
  })

  test('menu: omits pages that are opened from other pages', () => {
    expect(paths([screen('/registration/customers/add'), screen('/customers/:CustomerId')])).toEqual([])
  })
})
