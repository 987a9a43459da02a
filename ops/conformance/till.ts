import { randomUUID } from 'node:crypto'
import { CaratClient, CaratError, type Path } from '../../packages/client/src/index.ts'
import type { DriverAnswer, DriverCommand, Goods, ReturnedLine } from './protocol.ts'
import { allowanceDocument, allowancePaths, findAllowance } from './till-allowances.ts'
import { clientHabits, type WrongHabit } from './wrong-habits.ts'

// The reference till, which conforms to docs/conformance.md. With one of the wrong habits, it must fail a case.

type Json = Record<string, unknown>

/** An action of the till, named by its document. Stored before it is sent, so that a crash loses nothing. */
export type TillEntry = {
  document: string
  path: Path
  key: string
  body: Json
  state: 'waiting' | 'done' | 'refused'
  reply: Json | null
  message: string
}

/** The entries that survive a crash of the till. */
export type Storage = { load: () => TillEntry[]; save: (entries: readonly TillEntry[]) => void }

type Options = { storage: Storage; log: (text: string) => void; habit?: WrongHabit | undefined }

const calls = {
  lookup: '/customer/memberships/lookup',
  card: '/customer/memberships/card',
  sale: '/customer/memberships/transaction-summaries/add',
  line: '/customer/transaction-details/add',
  redeem: '/point/redemption',
  refund: '/point/redemption/refund',
  voucher: '/till/vouchers/use',
} as const

/** For a longer wait the action stays in the queue, so that the customer does not have to wait. */
const patience = { attempts: 4, firstWaitMs: 200, longestWaitMs: 5_000 }

/** Creates a till with the entries of its storage. */
export function createTill({ storage, log, habit }: Options) {
  let settings = { url: '', clientId: '', clientSecret: '', outlet: '' }
  const connect = () => new CaratClient({ ...patience, ...clientHabits(habit, log), ...settings })
  let client = connect()
  let entries = storage.load()

  async function sendEntry(entry: TillEntry) {
    try {
      const { path, body, key } = entry
      entry.reply = (await client.call(path, body as never, { key })) as Json
      entry.state = 'done'
    } catch (error) {
      if (!(error instanceof CaratError)) throw error
      entry.state = error.isTemporary && habit !== 'gives-up' ? 'waiting' : 'refused'
      entry.message = error.message
    }
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
  async function enter(document: string, path: Path, body: Json): Promise<TillEntry> {
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
      PerformedAt: timeOf(client.serverTime(), habit),
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
      PerformedAt: timeOf(client.serverTime(), habit),
      ...(lines && {
        Details: lines.map(({ line, quantity }) => ({ OldSequenceNo: line, ...(quantity && { Quantity: quantity }) })),
      }),
    }
    const document = again ? `return:${returnNo}:${randomUUID()}` : `return:${returnNo}`
    return answer(await enter(document, calls.sale, cancellation), `Return ${returnNo}`)
  }

  /** Reserves points at once or not at all, because the customer is present. */
  async function reserve({ membershipNo, points }: Extract<DriverCommand, { do: 'reserve' }>) {
    const document = allowanceDocument(entries, membershipNo)
    const [key, path] = [keyOf(document), allowancePaths.reserve]
    const body = { MembershipNo: membershipNo, Points: points, OutletCode: settings.outlet }
    const reply = await client.call(path, body, { key })
    entries = [...entries, { document, path, key, body, state: 'done', reply, message: '' }]
    storage.save(entries)
    return { outcome: 'done' as const, shown: `${reply.Points} points are reserved` }
  }

  /** Ends the allowance for a member. Returns false without a connection. */
  async function release(membershipNo: string) {
    const allowance = findAllowance(entries, membershipNo)
    if (!allowance) return true
    const body = { Allowance: allowance.Allowance, OutletCode: settings.outlet }
    try {
      await client.call(allowancePaths.release, body, { key: `${allowance.entry.key}:end` })
    } catch (error) {
      if (error instanceof CaratError && error.isTemporary) return false
      throw error
    }
    allowance.entry.state = 'refused'
    storage.save(entries)
    return true
  }

  async function redeem({ membershipNo, points, invoiceNo }: Extract<DriverCommand, { do: 'redeem' }>) {
    const allowance = findAllowance(entries, membershipNo)
    if (allowance && (points <= allowance.left || habit === 'overdraws-offline')) {
      const PerformedAt = timeOf(client.serverTime(), habit)
      const terms = { PerformedAt, Allowance: allowance.Allowance, OutletCode: settings.outlet }
      const body = { MembershipNo: membershipNo, Points: points, InvoiceNo: invoiceNo, ...terms }
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
    const { ExactYN, rows } = await client.call(calls.lookup, { Typed: typed })
    const member = rows[0]
    if (ExactYN !== 'Y' || !member) return refused('No member found.')
    const { MembershipNo, FullName, Available } = await client.call(calls.card, { MembershipNo: member.MembershipNo })
    const shown = `${FullName}, ${MembershipNo}: ${Available} points`
    return { outcome: 'done', shown, membershipNo: MembershipNo, name: FullName, balance: Available }
  }

  return async function perform(command: DriverCommand): Promise<DriverAnswer> {
    switch (command.do) {
      case 'start':
        settings = command
        client = connect()
        if (!command.resume) entries = []
        storage.save(entries)
        return { outcome: 'done', shown: await client.signIn().then(() => 'Signed in', messageOf) }
      case 'restart':
        entries = storage.load()
        client = connect()
        return { outcome: 'done', shown: 'Restarted' }
      case 'lookup':
        return lookUp(command.typed).catch((error: unknown) => refused(messageOf(error)))
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

/** The text of a refusal. Throws other errors. */
function messageOf(error: unknown) {
  if (error instanceof CaratError) return error.message
  throw error
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

/** Returns a decimal as an integer scaled by the given number of decimals. */
function unitsOf(text: string, decimals: number) {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

const moneyOf = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** Builds a line of the call. Net is quantity × price − discount, rounded half up to cents. */
function detailOf({ line, brand, description, quantity, unitPrice, discount = '0.00' }: Goods, habit?: WrongHabit) {
  // The factors have 3 and 4 decimals, so one cent is 100,000 units.
  const exact = unitsOf(quantity, 3) * unitsOf(unitPrice, 4)
  const half = habit === 'rounds-down' ? 0n : 50_000n
  const net = (exact + half) / 100_000n - unitsOf(discount, 2)
  const common = { SequenceNo: line, Brand: brand, Description: description }
  if (habit === 'floats')
    return {
      ...common,
      Quantity: Number(quantity),
      UnitPrice: Number(unitPrice),
      Discount: Number(discount),
      NetAmount: Number(moneyOf(net)),
    }
  return { ...common, Quantity: quantity, UnitPrice: unitPrice, Discount: discount, NetAmount: moneyOf(net) }
}

function totalOf(details: { NetAmount: string | number }[], habit?: WrongHabit) {
  if (habit === 'floats') return details.reduce((sum, { NetAmount }) => sum + Number(NetAmount), 0)
  return moneyOf(details.reduce((sum, { NetAmount }) => sum + unitsOf(String(NetAmount), 2), 0n))
}

const timeOf = (moment: Date, habit?: WrongHabit) => {
  const iso = moment.toISOString()
  return habit === 'local-time' ? iso.slice(0, 19) : iso
}
