import { beforeAll, describe, expect, test } from 'vitest'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { outletStaff, useApp } from '#tests/harness.ts'
import { addTransaction } from '../contract.ts'

const app = useApp()

let sale: { transaction_id: number; lines: number }
let otherSaleId: number
const NOWHERE = 999_999_999

beforeAll(async () => {
  await addEarningRules(app.db)
  const { MembershipNo } = await member(app.db)
  for (const InvoiceNo of ['LINES1', 'LINES2'])
    await app.call(
      addTransaction,
      { TransactionType: 'N', InvoiceNo, MembershipNo, Details: [line('100'), line('50')] } as never,
      outletStaff,
    )
  const rows = await app.sql<{ id: number }>('select transaction_id as id from transaction_summary order by 1')
  sale = { transaction_id: rows[0]!.id, lines: 2 }
  otherSaleId = rows[1]!.id
})

const addLine = (transaction: number, original: number | null = null) =>
  app.sql(
    `insert into transaction_detail (transaction_id, sequence_no, brand, quantity, unit_price, net_amount, original_transaction_id)
     select $1::bigint, max(sequence_no) + 1, 'Carat', 1, 1, 1, $2::bigint from transaction_detail`,
    transaction,
    original,
  )

describe('tables of sales and their lines', () => {
  test('tables of sales: the database refuses a line without a sale, alone or in a batch', async () => {
    await expect(addLine(NOWHERE)).rejects.toMatchObject({ code: '23503' })
    await expect(
      app.sql(
        `insert into transaction_detail (transaction_id, sequence_no, brand, quantity, unit_price, net_amount)
         values ($1::bigint, 8, 'Carat', 1, 1, 1), ($2::bigint, 9, 'Carat', 1, 1, 1)`,
        sale.transaction_id,
        NOWHERE,
      ),
    ).rejects.toMatchObject({ code: '23503' })
    const [{ count }] = (await app.sql(
      'select count(*)::int from transaction_detail where transaction_id = $1',
      sale.transaction_id,
    )) as [{ count: number }]
    expect(count).toBe(sale.lines)
  })

  test('tables of sales: the database refuses a return line for a sale that does not exist', async () => {
    await expect(addLine(sale.transaction_id, NOWHERE)).rejects.toMatchObject({ code: '23503' })
  })

  test('tables of sales: the database refuses to delete a sale and to move a line to another sale', async () => {
    const refused = { code: '23001' }
    await expect(
      app.sql('delete from transaction_summary where transaction_id = $1', sale.transaction_id),
    ).rejects.toMatchObject(refused)
    await expect(app.sql('truncate transaction_summary cascade')).rejects.toMatchObject(refused)
    await expect(
      app.sql(
        'update transaction_detail set transaction_id = $2 where transaction_id = $1',
        sale.transaction_id,
        otherSaleId,
      ),
    ).rejects.toMatchObject(refused)
    await expect(
      app.sql(
        'update transaction_detail set original_transaction_id = $2 where transaction_id = $1',
        sale.transaction_id,
        otherSaleId,
      ),
    ).rejects.toMatchObject(refused)
  })
})
