import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { z } from 'zod'
import {
  ConfirmedMessages,
  ERP_ANSWER,
  type SimulatorMode,
  type TillUse,
  VoucherMessage,
} from '#areas/vouchers/contract/erp.ts'
import { type Clock, systemClock } from '#kit/server/clock.ts'

// A SIMULATOR OF THE ERP, for tests and the demo: it speaks what docs/erp.md says, on this machine only, and remembers in memory.

/** `fails` and `forgets` are for tests: an error to all, and messages that are taken while the answer is lost. */
type Mode = z.infer<typeof SimulatorMode> | 'fails' | 'forgets'

const BODY_MOST = 100_000
const KEPT_MOST = 5_000

type Options = { clock?: Clock; slowMs?: number }

/** What it knows and how it behaves, in the memory of this process. */
function memoryOf(clock: Clock) {
  let mode: Mode = 'answers'
  /** Which voucher the ERP refuses to hear of. */
  let refused: string | undefined
  /** By their numbers, so that the same comes in once. */
  const taken = new Map<string, VoucherMessage>()
  const repeated: string[] = []
  const vouchers = new Map<string, 'assigned' | 'voided' | 'used'>()
  const toTell = new Map<string, unknown>()

  return {
    behave(as: Mode) {
      mode = as
    },
    mode: () => mode,
    refuse(VoucherNo: string | undefined) {
      refused = VoucherNo
    },
    /** The messages that it took, once each, in the order in which they came. */
    taken: () => [...taken.values()],
    /** The numbers that came again. */
    repeated: () => repeated,
    vouchers: () => [...vouchers].map(([VoucherNo, Status]) => ({ VoucherNo, Status })),
    /** A till takes a voucher, whatever anybody thinks of it. */
    useVoucher(use: Pick<TillUse, 'VoucherNo' | 'InvoiceNo' | 'OutletCode'>) {
      const told = { MessageId: randomUUID(), Kind: 'used' as const, UsedAt: clock().toISOString(), ...use }
      toTell.set(told.MessageId, told)
      vouchers.set(use.VoucherNo, 'used')
      forgetOldest(toTell)
      return told
    },
    /** Has anything to tell. */
    offer(MessageId: string, message: unknown) {
      toTell.set(MessageId, message)
    },
    forget(MessageId: string) {
      toTell.delete(MessageId)
    },
    waiting: () => [...toTell.values()],
    /** The status and the sentence of its answer. */
    take(message: VoucherMessage): [status: number, Message?: string] {
      const { MessageId, Kind, VoucherNo } = message
      if (taken.has(MessageId)) {
        repeated.push(MessageId)
        return [409, 'This message was taken before']
      }
      if (mode === 'refuses' || VoucherNo === refused) return [422, `Voucher ${VoucherNo} is refused`]
      taken.set(MessageId, message)
      if (vouchers.get(VoucherNo) !== 'used') vouchers.set(VoucherNo, Kind)
      forgetOldest(taken)
      forgetOldest(vouchers)
      return [202]
    },
  }
}

export async function startErpSimulator({ clock = systemClock, slowMs = ERP_ANSWER.ms + 1_000 }: Options = {}) {
  const secret = randomBytes(24).toString('base64url')
  const memory = memoryOf(clock)
  let asked = 0

  /** Undefined: the connection is cut. */
  async function answer(request: IncomingMessage): Promise<[status: number, body: object] | undefined> {
    const mode = memory.mode()
    if (mode === 'down') return undefined
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    if (mode === 'fails') return [500, { Message: 'The simulator was told to fail' }]
    if (!isBearer(request, secret)) return [401, { Message: 'The secret is wrong' }]
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://erp')
    const named = `${request.method} ${pathname}`
    if (named === 'GET /messages')
      return [200, { Messages: memory.waiting().slice(0, Number(searchParams.get('limit') ?? 200)) }]
    const body = await jsonOf(request)
    if (named === 'POST /messages/confirm') {
      const confirmed = ConfirmedMessages.safeParse(body)
      for (const id of confirmed.data?.MessageIds ?? []) memory.forget(id)
      return confirmed.success ? [200, {}] : [400, { Message: 'MessageIds are missing' }]
    }
    if (named !== 'POST /messages') return [404, { Message: 'There is no such address' }]
    const told = VoucherMessage.safeParse(body)
    if (!told.success) return [400, { Message: 'This is no message of vouchers' }]
    const [status, Message] = memory.take(told.data)
    return mode === 'forgets' ? undefined : [status, Message === undefined ? {} : { Message }]
  }

  const server = createServer((request, response) => {
    asked++
    answer(request).then(
      (answered) => (answered ? reply(response, ...answered) : request.socket.destroy()),
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { take: _, ...known } = memory
  return {
    ...known,
    settings: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret, simulated: true as const },
    /** How often it was called at all. */
    asked: () => asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type ErpSimulator = Awaited<ReturnType<typeof startErpSimulator>>

function isBearer({ headers }: IncomingMessage, secret: string) {
  const sent = Buffer.from(headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${secret}`)
  return sent.length === right.length && timingSafeEqual(sent, right)
}

function forgetOldest(kept: Map<string, unknown>) {
  for (const key of kept.keys()) {
    if (kept.size <= KEPT_MOST) return
    kept.delete(key)
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
