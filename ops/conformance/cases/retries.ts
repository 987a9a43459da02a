import type { CaseTools, ConformanceCase } from '../run.ts'
import { checkDocuments, checkKeys, checkOutcome, checkRepeated, checkWaits, memberWithPoints } from './checks.ts'

const sell = (run: CaseTools, suffix: string, unitPrice = '1000.00') =>
  run.till({ do: 'sell', invoiceNo: run.number(suffix), lines: [run.goods({ unitPrice })] })

export const retryCases: readonly ConformanceCase[] = [
  {
    id: 'K1',
    title: 'Idempotency-Key on every act',
    played: 'sell, sell, return, redeem',
    judged: 'Each act has an Idempotency-Key of its own, of 1 to 200 visible characters.',
    async play(run) {
      const { MembershipNo, invoiceNo } = await memberWithPoints(run)
      await sell(run, '2')
      await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo: run.number('2') })
      await run.till({ do: 'redeem', membershipNo: MembershipNo, points: 10, invoiceNo })
      const requests = [...run.requests('sale'), ...run.requests('redeem')]
      checkKeys(run, requests)
      const keys = requests.flatMap(({ key }) => key ?? [])
      run.check(
        keys.every((key) => /^[\x21-\x7e]{1,200}$/.test(key)),
        'A key is not 1 to 200 visible characters',
      )
      run.check(new Set(keys).size === keys.length, 'Two acts had the same Idempotency-Key')
    },
  },
  {
    id: 'K2',
    title: 'Connection cut before execution',
    played: 'the connection of the sale is cut before the server executes it; sell',
    judged: 'The till repeats the request with the same key and body; the sale is entered once.',
    async play(run) {
      run.planFaults({ call: 'sale', Cut: 'Before' })
      checkOutcome(run, await sell(run, '1'), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkRepeated(run, 'sale')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K3',
    title: 'Connection cut after execution',
    played: 'the connection of the sale is cut after the server executed it; sell',
    judged: 'The till repeats the request with the same key and body; the sale is in the records once.',
    async play(run) {
      run.planFaults({ call: 'sale', Cut: 'After' })
      checkOutcome(run, await sell(run, '1'), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkRepeated(run, 'sale')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K4',
    title: '503 with Retry-After',
    played: 'the sale gets 503 with Retry-After: 2; sell',
    judged: 'The till waits two seconds and repeats the request with the same key.',
    async play(run) {
      run.planFaults({ call: 'sale', Status: 503, RetryAfter: 2 })
      checkOutcome(run, await sell(run, '1'), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkWaits(run, 'sale')
      checkRepeated(run, 'sale')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K5',
    title: '429 with Retry-After',
    played: 'the sale gets 429 with Retry-After: 2; sell',
    judged: 'The till waits two seconds and repeats the request with the same key.',
    async play(run) {
      run.planFaults({ call: 'sale', Status: 429, RetryAfter: 2 })
      checkOutcome(run, await sell(run, '1'), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkWaits(run, 'sale')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K6',
    title: 'Long outage',
    played: 'every call gets 503; sell; the server is back; sync',
    judged: 'The till reports the sale as queued, does not lose it, and enters it once.',
    async play(run) {
      run.beginOutage()
      const sale = await sell(run, '1')
      run.check(sale.outcome === 'queued', `The till reported "${sale.outcome}" during an outage, expected "queued"`)
      run.endOutage()
      await run.till({ do: 'sync' })
      const documents = await checkDocuments(run, [run.number('1')])
      run.check(documents.size > 0, 'The till gave up: the sale of the outage is lost')
      checkKeys(run, run.requests('sale'))
    },
  },
  {
    id: 'K7',
    title: 'Slow reply',
    played: 'the sale is delayed by three seconds; sell',
    judged: 'The sale is entered once, with one key.',
    async play(run) {
      run.planFaults({ call: 'sale', DelayMs: 3_000 })
      await sell(run, '1')
      await run.till({ do: 'sync' })
      run.check(new Set(run.requests('sale').map(({ key }) => key)).size === 1, 'The slow sale had two keys')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K8',
    title: 'A refusal is final',
    played: 'return of an invoice that does not exist',
    judged: 'The till sends the request once, reports it as refused and shows why.',
    async play(run) {
      const answer = await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo: run.number('ABSENT') })
      checkOutcome(run, answer, 'refused')
      const count = run.requests('sale').length
      run.check(count === 1, `The till sent a refused request ${count} times`)
      run.check(answer.shown.trim() !== '', 'The cashier sees no reason')
      await checkDocuments(run, [])
    },
  },
  {
    id: 'K9',
    title: 'The same receipt twice',
    played: 'the same sale is entered twice',
    judged: 'The sale is in the records once, and no key has two bodies.',
    async play(run) {
      checkOutcome(run, await sell(run, '1'), 'done')
      await sell(run, '1')
      checkKeys(run, run.requests('sale'))
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K10',
    title: 'Changed sale under one key',
    played: 'a sale is queued in an outage; the same receipt with another price; the server is back; sync',
    judged: 'One of the two is entered, once. No key is sent with two bodies.',
    async play(run) {
      run.planFaults({ call: 'sale', Cut: 'After' }, { call: 'sale', Status: 503, RetryAfter: 30, Requests: 1_000 })
      await sell(run, '1')
      await sell(run, '1', '1200.00')
      run.endOutage()
      await run.till({ do: 'sync' })
      checkKeys(run, run.requests('sale'))
      const documents = await checkDocuments(run, [run.number('1')])
      const total = documents.get(run.number('1'))?.total_amount
      run.check(total === '1000.00', `The recorded sale has a total of ${total}, but the first one was executed`)
    },
  },
  {
    id: 'K11',
    title: 'Crash with a waiting sale',
    played: 'a sale is queued in an outage; the till is killed and started; the server is back; sync',
    judged: 'The sale survives the crash and is entered once, with its first key.',
    async play(run) {
      run.beginOutage()
      await sell(run, '1')
      await run.crashTill()
      run.endOutage()
      await run.startTill({ resume: true })
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1')])
      checkKeys(run, run.requests('sale'))
      run.check(new Set(run.requests('sale').map(({ key }) => key)).size <= 1, 'The key changed in the crash')
    },
  },
  {
    id: 'K12',
    title: 'Crash after an executed sale',
    played: 'the sale is executed but its reply is lost; the till is killed and started; sync',
    judged: 'The sale is in the records once, and every request has the same key.',
    async play(run) {
      run.planFaults({ call: 'sale', Cut: 'After' }, { call: 'sale', Status: 503, RetryAfter: 30, Requests: 1_000 })
      await sell(run, '1')
      await run.crashTill()
      run.endOutage()
      await run.startTill({ resume: true })
      await run.till({ do: 'sync' })
      checkRepeated(run, 'sale')
      await checkDocuments(run, [run.number('1')])
    },
  },
  {
    id: 'K13',
    title: 'Order of the queue',
    played: 'a sale and its return are queued in an outage; the server is back; sync',
    judged: 'The sale is entered before its return; both are in the records once.',
    async play(run) {
      run.beginOutage()
      await sell(run, '1')
      await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo: run.number('1') })
      run.endOutage()
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1')], [run.number('R')])
    },
  },
  {
    id: 'K14',
    title: 'A refused act does not block the queue',
    played: 'a return of an unknown invoice and a sale are queued in an outage; the server is back; sync',
    judged: 'The return is refused, the sale behind it is entered once.',
    async play(run) {
      run.beginOutage()
      await run.till({ do: 'return', returnNo: run.number('R'), invoiceNo: run.number('ABSENT') })
      await sell(run, '1')
      run.endOutage()
      await run.till({ do: 'sync' })
      await checkDocuments(run, [run.number('1')])
    },
  },
]
