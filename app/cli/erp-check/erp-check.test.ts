import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startErpSimulator } from '#app/server/demo-erp/simulator.ts'
import { erpCheckCases, runErpChecks } from './cases.ts'

const faultsOf = async (url: string, secret: string) =>
  (await runErpChecks(url, secret)).filter(({ fault }) => fault).map(({ title, fault }) => `${title}: ${fault}`)

test('ERP check: the simulator passes all cases', async () => {
  const erp = await startErpSimulator()
  onTestFinished(() => erp.stop())
  erp.useVoucher({ VoucherNo: 'GV-1', InvoiceNo: 'INV-1', OutletCode: 'KLCC' })
  erp.useVoucher({ VoucherNo: 'GV-2', InvoiceNo: 'INV-2', OutletCode: 'KLCC' })
  expect(await faultsOf(erp.settings.url, erp.settings.secret)).toEqual([])
})

type Answer = (route: string, body: Record<string, unknown>, authorised: boolean) => [status: number, body: unknown]

/** An ERP that answers as documented, except for what `wrong` replaces. */
async function startErp(wrong: Answer = right) {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const route = `${request.method} ${new URL(request.url!, 'http://erp').pathname}`
    const [status, reply] = wrong(route, body, request.headers.authorization === 'Bearer right')
    response.writeHead(status).end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : {}
}
const right: Answer = (route, body, authorised) => {
  if (!authorised) return [401, {}]
  if (route === 'GET /messages') return [200, { Messages: [] }]
  return route === 'POST /messages' && !body.VoucherNo ? [422, { Message: 'No voucher' }] : [200, {}]
}
const received = new Set<unknown>()
const use = { MessageId: 'U1', Kind: 'used', VoucherNo: 'GV-1', InvoiceNo: 'I1', UsedAt: '2026-11-22T19:32:05+08:00' }
let fetches = 0

test.each<[fault: string, expected: RegExp, Answer]>([
  ['accepts any secret', /wrong secret.*status 200, expected 401/, (route, body) => right(route, body, true)],
  [
    'answers 500 to an incomplete message',
    /without its voucher.*status 500/,
    (route, body, ok) => {
      return ok && route === 'POST /messages' && !body.VoucherNo ? [500, {}] : right(route, body, ok)
    },
  ],
  [
    'refuses a repeated message',
    /again.*status 422/,
    (route, body, ok) => {
      if (ok && body.MessageId && received.has(body.MessageId)) return [422, {}]
      received.add(body.MessageId)
      return right(route, body, ok)
    },
  ],
  [
    'loses messages that are not confirmed',
    /returned again: message U1 is missing/,
    (route, body, ok) =>
      ok && route === 'GET /messages' ? [200, { Messages: fetches++ % 2 === 1 ? [use] : [] }] : right(route, body, ok),
  ],
  [
    'ignores the limit',
    /2 messages for limit=1/,
    (route, body, ok) =>
      ok && route === 'GET /messages'
        ? [200, { Messages: [use, { ...use, MessageId: 'U2' }] }]
        : right(route, body, ok),
  ],
  [
    'sends a time without its offset',
    /message U1: UsedAt/,
    (route, body, ok) =>
      ok && route === 'GET /messages'
        ? [200, { Messages: [{ ...use, UsedAt: '2026-11-22T19:32:05' }] }]
        : right(route, body, ok),
  ],
  [
    'returns a list instead of an object',
    /the reply is not/,
    (route, body, ok) => (ok && route === 'GET /messages' ? [200, [use]] : right(route, body, ok)),
  ],
  [
    'refuses unknown numbers',
    /unknown message numbers.*status 404/,
    (route, body, ok) => (ok && route === 'POST /messages/confirm' ? [404, {}] : right(route, body, ok)),
  ],
])('ERP check: names the fault of an ERP that %s', async (_, expected, wrong) => {
  expect(await faultsOf(await startErp(wrong), 'right')).toEqual(
    expect.arrayContaining([expect.stringMatching(expected)]),
  )
})

test('ERP check: an ERP that does not answer fails every case with the reason', async () => {
  const erp = await startErpSimulator()
  await erp.stop()
  const faults = await faultsOf(erp.settings.url, 'right')
  expect(faults).toHaveLength(erpCheckCases.length)
  expect(faults[0]).toMatch(/ECONNREFUSED/)
})
