import type { CaseTools, ConformanceCase } from '../run.ts'
import { checkOutcome, checkRepeated } from './checks.ts'

async function checkInvoice(run: CaseTools, voucherNo: string, expected: string | null) {
  const invoiceNo = await run.records.voucherInvoice(voucherNo)
  run.check(invoiceNo === expected, `The voucher has paid ${invoiceNo ?? 'nothing'}, expected ${expected ?? 'nothing'}`)
}

export const voucherCases: readonly ConformanceCase[] = [
  {
    id: 'V1',
    title: 'Voucher as payment',
    played: 'pay a receipt with a voucher; the connection is cut after the server executed it',
    judged: 'The till repeats the request with the same key; the voucher has paid this receipt.',
    async play(run) {
      const voucher = await run.voucher()
      run.planFaults({ call: 'voucher', Cut: 'After' })
      checkOutcome(run, await run.till({ do: 'payVoucher', ...voucher, invoiceNo: run.number('1') }), 'done', 'queued')
      await run.till({ do: 'sync' })
      checkRepeated(run, 'voucher')
      await checkInvoice(run, voucher.voucherNo, run.number('1'))
    },
  },
  {
    id: 'V2',
    title: 'Voucher used twice',
    played: 'pay two receipts with the same voucher',
    judged: 'The second use is refused and shown as refused; the voucher has paid the first receipt.',
    async play(run) {
      const voucher = await run.voucher()
      checkOutcome(run, await run.till({ do: 'payVoucher', ...voucher, invoiceNo: run.number('1') }), 'done')
      checkOutcome(run, await run.till({ do: 'payVoucher', ...voucher, invoiceNo: run.number('2') }), 'refused')
      await checkInvoice(run, voucher.voucherNo, run.number('1'))
    },
  },
  {
    id: 'V3',
    title: 'Wrong security code',
    played: 'pay a receipt with a voucher and a wrong security code',
    judged: 'The use is refused, sent once and shown as refused.',
    async play(run) {
      const { voucherNo } = await run.voucher()
      const command = { do: 'payVoucher', voucherNo, securityCode: 'WRONG', invoiceNo: run.number('1') } as const
      checkOutcome(run, await run.till(command), 'refused')
      const { length } = run.requests('voucher')
      run.check(length === 1, `The till sent the refused request ${length} times`)
      await checkInvoice(run, voucherNo, null)
    },
  },
]
