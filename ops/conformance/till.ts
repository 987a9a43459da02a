import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DriverAnswer, DriverCommand, ReturnedLine } from './protocol.ts'
import { allowanceDocument, allowancePaths, findAllowance } from './till-allowances.ts'
import { detailOf, timeOf, totalOf } from './till-lines.ts'

// The reference till, which conforms to docs/conformance.md. With one of the wrong habits, it must fail a case.

export const wrongHabits = [
  'no-key',
  'new-key-per-retry',
  'retries-refusals',
  'ignores-retry-after',
  'floats',
  'local-time',
  'sells-twice',
  'gives-up',
  'returns-twice',
  'ignores-expired-session',
  'logs-secret',
  'rounds-down',
  'overdraws-offline',
] as const
export type WrongHabit = (typeof wrongHabits)[number]

type Json = Record<string, unknown>

/** An action of the till, named by its document. Stored before it is sent, so that a crash loses nothing. */
export type TillEntry = {
  document: string
  path: string
  key: string
  body: Json
  state: 'waiting' | 'done' | 'refused'
  reply: Json | null
  message: string
}

/** The entries that survive a crash of the till. */
export type Storage = { load: () => TillEntry[]; save: (entries: readonly TillEntry[]) => void }

type Options = { storage: Storage; log: (text: string) => void; habit?: WrongHabit | undefined }

const BASE = '/api/1.0'
const calls = {
  signIn: '/auth/system/sign-in',
  lookup: '/customer/memberships/lookup',
  card: '/customer/memberships/card',
  sale: '/customer/memberships/transaction-summaries/add',
  line: '/customer/transaction-details/add',
  redeem: '/point/redemption',
  refund: '/point/redemption/refund',
  voucher: '/till/vouchers/use',
}
const ATTEMPTS = 4
const BACKOFF_MS = 100
/** For a longer wait the action stays in the queue, so that the customer does not have to wait. */
const LONGEST_WAIT_MS = 5_000
const TIMEOUT_MS = 30_000
const CLOCK_STEP_MS = 5_000
const repeatable = new Set([0, 408, 429, 500, 502, 503, 504])

type Response = { status: number; body: Json; retryAfterMs: number | undefined }

/** Creates a till with the entries of its storage. */
export function createTill({ storage, log, habit }: Options) {
  let settings = { url: '', clientId: '', clientSecret: '', outlet: '' }
  let token: string | undefined
  /** The server's clock minus the till's clock, by the Date header of the last reply. */
  let clockOffset = 0
  let entries = storage.load()

  async function send(path: string, body: Json, headers: Record<string, string> = {}): Promise<Response> {
    try {
      const reply = await fetch(`${settings.url}${BASE}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const date = reply.headers.get('date')
      // Ignore small differences, because the header has whole seconds and a return could precede its sale.
      const measured = date ? Date.parse(date) - Date.now() : clockOffset
      if (Math.abs(measured - clockOffset) > CLOCK_STEP_MS) clockOffset = measured
      const seconds = reply.headers.get('retry-after')
      const answer = (await reply.json()) as Json
      return { status: reply.status, body: answer, retryAfterMs: seconds ? Number(seconds) * 1_000 : undefined }
    } catch {
      return { status: 0, body: {}, retryAfterMs: undefined }
    }
  }

  async function signIn() {
    if (habit === 'logs-secret') log(`signing in as ${settings.clientId} with ${settings.clientSecret}\n`)
    const { clientId: ClientId, clientSecret: ClientSecret } = settings
    const response = await sendUntilAnswered(() => send(calls.signIn, { ClientId, ClientSecret }))
    token = response.status === 200 ? String(response.body.access_token) : undefined
    return response
  }

  /** Repeats a request after a lost reply or a temporary refusal. Other refusals are final. */
  async function sendUntilAnswered(request: (attempt: number) => Promise<Response>) {
    let response = await request(1)
    for (let attempt = 1; attempt < ATTEMPTS && isRepeatable(response.status); attempt++) {
      const wait = habit === 'ignores-retry-after' ? 0 : (response.retryAfterMs ?? BACKOFF_MS * 2 ** attempt)
      if (wait > LONGEST_WAIT_MS) break
      await sleep(wait)
      response = await request(attempt + 1)
    }
    return response
  }

  const isRepeatable = (status: number) =>
    repeatable.has(status) || (habit === 'retries-refusals' && status >= 400 && status !== 401)

  /** Sends a request with a session. Signs in once more if the session has expired. */
  async function sendSignedIn(
    path: string,
    body: Json,
    keyOf: (attempt: number) => string | undefined = () => undefined,
  ) {
    if (!token) {
      const signedIn = await signIn()
      // Without a session the action stays in the queue, whatever the reason.
      if (!token) return { ...signedIn, status: 0 }
    }
    const request = (attempt: number) => {
      const key = keyOf(attempt)
      return send(path, body, { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) })
    }
    const response = await sendUntilAnswered(request)
    if (response.status !== 401 || habit === 'ignores-expired-session') return response
    await signIn()
    const repeated = token ? await sendUntilAnswered(request) : response
    return repeated.status === 401 ? { ...repeated, status: 0 } : repeated
  }

  const sendAct = ({ path, body }: Pick<TillEntry, 'path' | 'body'>, key: string) =>
    sendSignedIn(path, body, (attempt) => {
      if (habit === 'no-key') return undefined
      if (habit === 'new-key-per-retry' && attempt > 1) return `${key}-${attempt}`
      if (habit === 'sells-twice' && attempt > 1 && body.TransactionType === 'N') {
        body.InvoiceNo = `${body.InvoiceNo}-${attempt}`
        return `${key}-${attempt}`
      }
      return key
    })

  async function sendEntry(entry: TillEntry) {
    const response = await sendAct(entry, entry.key)
    const isTemporary = repeatable.has(response.status) && habit !== 'gives-up'
    entry.state = response.status >= 200 && response.status < 300 ? 'done' : isTemporary ? 'waiting' : 'refused'
    entry.reply = response.body
    entry.message = String(response.body.message ?? '')
    storage.save(entries)
  }

  /** Sends the queued actions in their original order. A refused action does not block those behind it. */
  async function flush() {
    for (const entry of entries) {
      if (entry.state !== 'waiting') continue
      await sendEntry(entry)
      if (entry.state === 'waiting') return
    }
  }

  /** Enters an action once per document. The same document again returns the first result. */
  async function enter(document: string, path: string, body: Json): Promise<TillEntry> {
    const previous = entries.find((entry) => entry.document === document)
    if (previous && previous.state !== 'refused') {
      if (previous.state === 'waiting') await flush()
      return previous
    }
    const entry: TillEntry = { document, path, key: keyOf(document), body, state: 'waiting', reply: null, message: '' }
    entries = [...entries.filter((one) => one !== previous), entry]
    storage.save(entries)
    await flush()
    return entry
  }

  async function sell(command: Extract<DriverCommand, { do: 'sell' }>) {
    const { invoiceNo, membershipNo, lines } = command
    const previous = entries.find((entry) => entry.document === `sale:${invoiceNo}`)
    const Details = lines.map((line) => detailOf(line, habit))
    if (previous && previous.state !== 'refused' && JSON.stringify(previous.body.Details) !== JSON.stringify(Details))
      return refused(`Receipt ${invoiceNo} has other goods. Cancel it and sell with a new number.`)
    const sale = {
      TransactionType: 'N',
      InvoiceNo: invoiceNo,
      OutletCode: settings.outlet,
      ...(membershipNo && { MembershipNo: membershipNo }),
      PerformedAt: timeOf(Date.now() + clockOffset, habit),
      TotalAmount: totalOf(Details, habit),
      Details,
    }
    return answer(await enter(`sale:${invoiceNo}`, calls.sale, sale), `Receipt ${invoiceNo}`)
  }

  async function returnGoods(returnNo: string, invoiceNo: string, lines: ReturnedLine[] | undefined) {
    const again = habit === 'returns-twice' && entries.some(({ document }) => document === `return:${returnNo}`)
    const cancellation = {
      TransactionType: 'C',
      OriginalInvoiceNo: invoiceNo,
      ...(habit !== 'returns-twice' && { InvoiceNo: returnNo }),
      PerformedAt: timeOf(Date.now() + clockOffset, habit),
      ...(lines && {
        Details: lines.map(({ line, quantity }) => ({ OldSequenceNo: line, ...(quantity && { Quantity: quantity }) })),
      }),
    }
    const document = again ? `return:${returnNo}:${randomUUID()}` : `return:${returnNo}`
    return answer(await enter(document, calls.sale, cancellation), `Return ${returnNo}`)
  }

  async function reserve({ membershipNo, points }: Extract<DriverCommand, { do: 'reserve' }>) {
    const document = allowanceDocument(entries, membershipNo)
    const body = { MembershipNo: membershipNo, Points: points }
    const { status, body: reply } = await sendAct({ path: allowancePaths.reserve, body }, keyOf(document))
    if (status !== 201) return refused(String(reply.message ?? 'No connection'))
    const entry = { document, path: allowancePaths.reserve, key: keyOf(document), body, reply, message: '' }
    entries = [...entries, { ...entry, state: 'done' }]
    storage.save(entries)
    return { outcome: 'done' as const, shown: `${String(reply.Points)} points are reserved` }
  }

  /** Ends the allowance for a member. Returns whether the server released its points. */
  async function release(membershipNo: string) {
    const allowance = findAllowance(entries, membershipNo)
    if (!allowance) return true
    const body = { Allowance: allowance.Allowance }
    const { status } = await sendAct({ path: allowancePaths.release, body }, `${allowance.entry.key}:end`)
    if (status !== 200) return false
    allowance.entry.state = 'refused'
    storage.save(entries)
    return true
  }

  async function redeem({ membershipNo, points, invoiceNo }: Extract<DriverCommand, { do: 'redeem' }>) {
    const allowance = findAllowance(entries, membershipNo)
    if (allowance && (points <= allowance.left || habit === 'overdraws-offline')) {
      const { Allowance } = allowance
      const PerformedAt = timeOf(Date.now() + clockOffset, habit)
      const body = { MembershipNo: membershipNo, Points: points, InvoiceNo: invoiceNo, PerformedAt, Allowance }
      return answer(await enter(`redeem:${invoiceNo}`, allowancePaths.redeem, body), `Redemption for ${invoiceNo}`)
    }
    if (allowance && !(await release(membershipNo)))
      return refused(`Only ${allowance.left} points can be redeemed without a connection.`)
    const redemption = { MembershipNo: membershipNo, Points: points, ObjectType: 'Invoice', ObjectValue: invoiceNo }
    return answer(await enter(`redeem:${invoiceNo}`, calls.redeem, redemption), `Redemption for ${invoiceNo}`)
  }

  async function refund(invoiceNo: string) {
    const redemption = entries.find(({ document }) => document === `redeem:${invoiceNo}`)
    const { HistoryId } = (redemption?.reply?.History ?? {}) as { HistoryId?: number }
    if (!HistoryId) return refused(`No points were redeemed for ${invoiceNo}.`)
    const body = { HistoryId, Remark: `Refund of ${invoiceNo}` }
    return answer(await enter(`refund:${invoiceNo}`, calls.refund, body), `Refund for ${invoiceNo}`)
  }

  async function lookUp(typed: string): Promise<DriverAnswer> {
    const { status, body } = await sendSignedIn(calls.lookup, { Typed: typed })
    const member = (body.rows as Json[] | undefined)?.[0]
    if (status !== 200 || body.ExactYN !== 'Y' || !member) return refused('No member found.')
    const card = await sendSignedIn(calls.card, { MembershipNo: member.MembershipNo as string })
    if (card.status !== 200) return refused('The card is not available.')
    const { MembershipNo, FullName, Available } = card.body as {
      MembershipNo: string
      FullName: string
      Available: number
    }
    const shown = `${FullName}, ${MembershipNo}: ${Available} points`
    return { outcome: 'done', shown, membershipNo: MembershipNo, name: FullName, balance: Available }
  }

  return async function perform(command: DriverCommand): Promise<DriverAnswer> {
    switch (command.do) {
      case 'start':
        settings = command
        token = undefined
        if (!command.resume) entries = []
        storage.save(entries)
        await signIn()
        return { outcome: 'done', shown: token ? 'Signed in' : 'Not connected' }
      case 'restart':
        entries = storage.load()
        token = undefined
        return { outcome: 'done', shown: 'Restarted' }
      case 'lookup':
        return lookUp(command.typed)
      case 'sell':
        return sell(command)
      case 'addLine': {
        const { invoiceNo, line } = command
        const body = { InvoiceNo: invoiceNo, ...detailOf(line, habit) }
        return answer(await enter(`line:${invoiceNo}:${line.line}`, calls.line, body), `Line ${line.line}`)
      }
      case 'return':
        return returnGoods(command.returnNo, command.invoiceNo, command.lines)
      case 'exchange': {
        const { returnNo, invoiceNo, lines, newInvoiceNo, membershipNo, newLines } = command
        const returned = await returnGoods(returnNo, invoiceNo, lines)
        if (returned.outcome === 'refused') return returned
        return sell({ do: 'sell', invoiceNo: newInvoiceNo, ...(membershipNo && { membershipNo }), lines: newLines })
      }
      case 'reserve':
        return reserve(command)
      case 'leave':
        return (await release(command.membershipNo))
          ? { outcome: 'done', shown: 'The points are available again' }
          : refused('No connection')
      case 'redeem':
        return redeem(command)
      case 'refund':
        return refund(command.invoiceNo)
      case 'payVoucher': {
        const { voucherNo, securityCode, invoiceNo } = command
        const use = { VoucherNo: voucherNo, SecurityCode: securityCode, InvoiceNo: invoiceNo }
        return answer(await enter(`voucher:${voucherNo}:${invoiceNo}`, calls.voucher, use), `Voucher ${voucherNo}`)
      }
      case 'sync': {
        await flush()
        const waiting = entries.filter(({ state }) => state === 'waiting').length
        return { outcome: waiting > 0 ? 'queued' : 'done', shown: `${waiting} waiting` }
      }
    }
  }
}

const refused = (shown: string): DriverAnswer => ({ outcome: 'refused', shown })

const balanceIn = (reply: Json | null) =>
  (reply?.PointsAvailable ?? (reply?.Balance as Json | undefined)?.Available ?? null) as number | null

function answer({ state, reply, message }: TillEntry, name: string): DriverAnswer {
  if (state === 'waiting') return { outcome: 'queued', shown: `${name} is stored and will be sent` }
  if (state === 'refused') return refused(`${name}: ${message}`)
  const balance = balanceIn(reply)
  return { outcome: 'done', shown: balance === null ? name : `${name}: ${balance} points`, balance }
}

/** A key that is unique per till and document, because the document's number is unique in the company. */
const keyOf = (document: string) => `till-1:${document}`
