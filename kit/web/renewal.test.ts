import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { change, read, rowKindsOfEndpoint } from '#kit/contract/endpoint.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { call } from './call.ts'
import { refetchAfterChanges, refetchOnceAfter } from './renewal.ts'

const Ring = z.object({ RingId: z.number() })
const ringEndpoint = { access: 'staff', summary: 'A ring', body: z.object({}), reply: Ring } as const
const listRings = read({ ...ringEndpoint, path: '/rings/find-all', scope: unnamedRows('shared'), about: ['ring'] })
const countStones = read({ ...ringEndpoint, path: '/stones/count', scope: unnamedRows('shared'), about: ['stone'] })
const polish = change({ ...ringEndpoint, path: '/rings/polish', scope: namedRows(row('ring', 'RingId', 'everyone')) })
const weigh = change({
  ...ringEndpoint,
  path: '/rings/weigh',
  scope: namedRows(row('ring', 'RingId', 'everyone')),
  about: [],
})

/** Counts the requests by path. Requests to `refusedPath` get an error. */
const requestCounts = new Map<string, number>()
let refusedPath = ''
const requestCount = ({ path }: { path: string }) => requestCounts.get(path) ?? 0

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
let unsubscribers: (() => void)[] = []
const showList = (list: typeof listRings) =>
  new Promise<void>((onShown) => {
    const page = new QueryObserver(client, {
      queryKey: [list.path, {}],
      queryFn: () => call(list, {}),
      meta: { about: rowKindsOfEndpoint(list) },
    })
    unsubscribers.push(page.subscribe(({ isSuccess }) => isSuccess && onShown()))
  })
const fetchesSettled = async () => {
  await expect.poll(() => client.isFetching()).toBe(0)
}

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const path = url.replace('/api/1.0', '')
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    return Response.json({ RingId: requestCounts.get(path) }, { status: path === refusedPath ? 409 : 200 })
  })
  refetchAfterChanges(client)
  await Promise.all([showList(listRings), showList(countStones)])
})
afterEach(() => {
  for (const unsubscribe of unsubscribers) unsubscribe()
  unsubscribers = []
  refusedPath = ''
  client.clear()
  requestCounts.clear()
  vi.unstubAllGlobals()
})

test('reload after a change: only the lists that show the changed record are loaded again', async () => {
  await call(polish, {})
  await fetchesSettled()
  expect([requestCount(listRings), requestCount(countStones)]).toEqual([2, 1])
  expect(client.getQueryData([listRings.path, {}])).toEqual({ RingId: 2 })
})

test('reload after a change: a change that failed or changed no kind of row loads nothing again', async () => {
  refusedPath = polish.path
  await expect(call(polish, {})).rejects.toThrow('An error occured')
  await call(weigh, {})
  await fetchesSettled()
  expect(requestCount(listRings)).toBe(1)
})

test('reload after a change: a batch of changes loads each list once', async () => {
  await refetchOnceAfter(client, async () => {
    for (let ring = 0; ring < 5; ring++) await call(polish, {})
    expect(requestCount(listRings)).toBe(1)
  })
  await fetchesSettled()
  expect(requestCount(listRings)).toBe(2)
})
