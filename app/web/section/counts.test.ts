import { expect, test } from 'vitest'
import { jsonRoutes } from '#app/server/areas.ts'
import { mayCall } from '#kit/server/may-call.ts'
import { allScreens } from '../screens.ts'
import { pageCountLists } from './counts.ts'

test.each(Object.entries(pageCountLists))(
  'section count of %s: comes from a list that the roles of the page may read',
  (path, { list, input }) => {
    const screen = allScreens.find((candidate) => candidate.path === path)!
    const { endpoint } = jsonRoutes.find((route) => route.endpoint.path === list)!
    expect(endpoint.kind).toBe('read')
    expect(endpoint.body.safeParse({ ...input, Rows: 1 }).error).toBeUndefined()
    for (const role of [screen.role ?? []].flat())
      expect([
        role,
        mayCall(endpoint.access, { kind: 'staff', roles: new Set([role]), privileges: new Set() } as never),
      ]).toEqual([role, true])
  },
)
