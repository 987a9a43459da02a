import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { change, kindsOf, read } from '#kit/contract/endpoint.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { call } from './call.ts'
import { renewAfterChanges, together } from './renewal.ts'

const Ring = z.object({ RingId: z.number() })
const of = { access: 'staff', summary: 'A ring', body: z.object({}), reply: Ring } as const
const listRings = read({ ...of, path: '/rings/find-all', scope: noRow('shared'), about: ['ring'] })
const countStones = read({ ...of, path: '/stones/count', scope: noRow('shared'), about: ['stone'] })
const polish = change({ ...of, path: '/rings/polish', scope: rows(row('ring', 'RingId', 'everyone')) })
const weigh = change({ ...of, path: '/rings/weigh', scope: rows(row('ring', 'RingId', 'everyone')), about: [] })

/** A company that counts how often each of its addresses is asked, and refuses what it is told to. */
const requested = new Map<string, number>()
let refused = ''
const timesAsked = ({ path }: { path: string }) => requested.get(path) ?? 0

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
let leave: (() => void)[] = []
const show = (list: typeof listRings) =>
  new Promise<void>((shown) => {
    const page = new QueryObserver(client, {
      queryKey: [list.path, {}],
      queryFn: () => call(list, {}),
      meta: { about: kindsOf(list) },
    })
    leave.push(page.subscribe(({ isSuccess }) => isSuccess && shown()))
  })
const settled = async () => {
  await expect.poll(() => client.isFetching()).toBe(0)
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/1.0', '')
    requested.set(path, (requested.get(path) ?? 0) + 1)
    return Response.json({ RingId: requested.get(path) }, { status: path === refused ? 409 : 200 })
  })
  renewAfterChanges(client)
  await Promise.all([show(listRings), show(countStones)])
})
afterEach(() => {
  for (const go of leave) go()
  leave = []
  refused = ''
  client.clear()
  requested.clear()
  vi.unstubAllGlobals()
})

test('a list is asked for again after a record that it shows was changed, and no other list is', async () => {
  await call(polish, {})
  await settled()
  expect([timesAsked(listRings), timesAsked(countStones)]).toEqual([2, 1])
  expect(client.getQueryData([listRings.path, {}])).toEqual({ RingId: 2 })
})

test('not after a change that was refused, nor after one that says it changes nothing of what is shown', async () => {
  refused = polish.path
  await expect(call(polish, {})).rejects.toThrow('An error occured')
  await call(weigh, {})
  await settled()
  expect(timesAsked(listRings)).toBe(1)
})

test('many changes made together ask for it once', async () => {
  await together(client, async () => {
    for (let ring = 0; ring < 5; ring++) await call(polish, {})
    expect(timesAsked(listRings)).toBe(1)
  })
  await settled()
  expect(timesAsked(listRings)).toBe(2)
})
