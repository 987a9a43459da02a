import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import {
  ConfirmedMessages,
  ERP_REPLY_LIMITS,
  type SimulatorMode,
  type TillUse,
  VoucherMessage,
} from '#areas/vouchers/contract/erp.ts'
import { type Clock, systemClock } from '#kit/server/clock.ts'

// An ERP simulator for tests and the demo, which implements docs/erp.md. Listens on this machine only.

/** The modes for tests: `fails` answers every request with an error, `forgets` accepts messages but drops the reply. */
type Mode = z.infer<typeof SimulatorMode> | 'fails' | 'forgets'

const BODY_MOST = 100_000
const MAX_ENTRIES = 5_000

type Options = { clock?: Clock; slowMs?: number }

/** Creates the ERP simulator, whose state is in memory. */
function memoryOf(clock: Clock) {
  let mode: Mode = 'answers'
  /** The voucher number whose messages the simulator refuses. */
  let refusedVoucher: string | undefined
  /** The messages that the simulator accepted, by id, so that it detects repeats. */
  const accepted = new Map<string, VoucherMessage>()
  const repeated: string[] = []
  const vouchers = new Map<string, 'assigned' | 'voided' | 'used'>()
  const outgoing = new Map<string, unknown>()

  return {
    behave(as: Mode) {
      mode = as
    },
    mode: () => mode,
    refuse(VoucherNo: string | undefined) {
      refusedVoucher = VoucherNo
    },
    /** All messages that the simulator accepted, without repeats, in the order of their arrival. */
    taken: () => [...accepted.values()],
    /** The ids of the messages that were sent to the simulator again. */
    repeated: () => repeated,
    vouchers: () => [...vouchers].map(([VoucherNo, Status]) => ({ VoucherNo, Status })),
    /** Simulates a till that accepts a voucher as payment. */
    useVoucher(use: Pick<TillUse, 'VoucherNo' | 'InvoiceNo' | 'OutletCode'>) {
      const message = { MessageId: randomUUID(), Kind: 'used' as const, UsedAt: clock().toISOString(), ...use }
      outgoing.set(message.MessageId, message)
      vouchers.set(use.VoucherNo, 'used')
      forgetOldest(outgoing)
      return message
    },
    /** Adds a message to the simulator's queue for Carat. */
    offer(MessageId: string, message: unknown) {
      outgoing.set(MessageId, message)
    },
    forget(MessageId: string) {
      outgoing.delete(MessageId)
    },
    waiting: () => [...outgoing.values()],
    /** Accepts or refuses a message to the simulator, and returns status and text of the reply. */
    take(message: VoucherMessage): [status: number, Message?: string] {
      const { MessageId, Kind, VoucherNo } = message
      if (accepted.has(MessageId)) {
        repeated.push(MessageId)
        return [409, 'This message was taken before']
      }
      if (mode === 'refuses' || VoucherNo === refusedVoucher) return [422, `Voucher ${VoucherNo} is refused`]
      accepted.set(MessageId, message)
      if (vouchers.get(VoucherNo) !== 'used') vouchers.set(VoucherNo, Kind)
      forgetOldest(accepted)
      forgetOldest(vouchers)
      return [202]
    },
  }
}

export async function startErpSimulator({ clock = systemClock, slowMs = ERP_REPLY_LIMITS.ms + 1_000 }: Options = {}) {
  const secret = randomBytes(24).toString('base64url')
  const memory = memoryOf(clock)
  let requests = 0

  /** Returns undefined if the simulator must drop the connection. */
  async function answer(request: IncomingMessage): Promise<[status: number, body: object] | undefined> {
    const mode = memory.mode()
    if (mode === 'down') return undefined
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    if (mode === 'fails') return [500, { Message: 'The simulator was told to fail' }]
    if (!isBearer(request, secret)) return [401, { Message: 'The secret is wrong' }]
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://erp')
    const route = `${request.method} ${pathname}`
    if (route === 'GET /messages')
      return [200, { Messages: memory.waiting().slice(0, Number(searchParams.get('limit') ?? 200)) }]
    const body = await jsonOf(request)
    if (route === 'POST /messages/confirm') {
      const confirmed = ConfirmedMessages.safeParse(body)
      for (const id of confirmed.data?.MessageIds ?? []) memory.forget(id)
      return confirmed.success ? [200, {}] : [400, { Message: 'MessageIds are missing' }]
    }
    if (route !== 'POST /messages') return [404, { Message: 'There is no such address' }]
    const message = VoucherMessage.safeParse(body)
    if (!message.success) return [400, { Message: 'This is no message of vouchers' }]
    const [status, Message] = memory.take(message.data)
    return mode === 'forgets' ? undefined : [status, Message === undefined ? {} : { Message }]
  }

  const server = createServer((request, response) => {
    requests++
    answer(request).then(
      (result) => (result ? reply(response, ...result) : request.socket.destroy()),
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { take: _, ...controls } = memory
  return {
    ...controls,
    settings: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret, simulated: true as const },
    /** The number of requests that the simulator has received. */
    requestCount: () => requests,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ErpSimulator = Awaited<ReturnType<typeof startErpSimulator>>

function isBearer({ headers }: IncomingMessage, secret: string) {
  const received = Buffer.from(headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${secret}`)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function forgetOldest(entries: Map<string, unknown>) {
  for (const key of entries.keys()) {
    if (entries.size <= MAX_ENTRIES) return
    entries.delete(key)
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > BODY_MOST) throw new Error('The body is too long')
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reply(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
