import { expect, test } from 'vitest'
import { addCustomer } from '#areas/customers/contract/customers.ts'
import { registerCustomer } from '#areas/self-service/contract.ts'
import { useImportBench } from '#tests/factories/imports.ts'
import { cardGroup, category } from '#tests/factories/memberships.ts'
import { registration, visitor } from '#tests/factories/self-service.ts'
import { hq, useApp } from '#tests/harness.ts'

const app = useApp({
  at: '2026-03-10T02:00:00Z',
  prepare: async ({ db }) => {
    await cardGroup(db)
    await category(db)
  },
})
const bench = useImportBench()

test('concurrent registrations by customers, staff and an import never give one identity number to two customers', async () => {
  const numbers = Array.from({ length: 8 }, (_, index) => `K8881234${index}`)
  const rows = Array.from({ length: 400 }, (_, row) => {
    const shared = row % 50 === 25 ? numbers[Math.floor(row / 50)] : undefined
    return `B${row},Somebody ${row},Passport,${shared ?? `Z77${100_000 + row}`},+60123${400_000 + row},Y`
  })
  const csv = `Ref,Name,IdType,IC,Phone,Consent\n${rows.join('\n')}\n`
  const mapping = {
    columns: {
      ...{ Ref: 'CustomerRef', Name: 'FullName', IdType: 'IdType', IC: 'IdNo' },
      ...{ Phone: 'ContactNo', Consent: 'ServiceConsentYN' },
    },
    constants: { OutletCode: 'KLCC' },
  }
  const { Consents: _, ...form } = registration({})
  const counter = { ...form, Consents: [{ Channel: 'Service' as const, GrantedYN: 'Y' as const }] }
  const visitors = await Promise.all(numbers.map(() => visitor(app)))

  const [imported, byStaff, bySelf] = await Promise.all([
    bench.run('customers', csv, mapping as never, { url: app.url, outlet: 'KLCC', chunkLines: 20 }),
    Promise.all(numbers.map((IdNo) => app.call(addCustomer, { ...counter, IdType: 'Passport', IdNo } as never, hq))),
    Promise.all(
      numbers.map((IdNo, index) =>
        app.call(registerCustomer, registration({ IdType: 'Passport', IdNo } as never), visitors[index]),
      ),
    ),
  ])

  // The replies to staff report a duplicate identity number; the replies to customers do not reveal the duplicate.
  expect(bySelf.map(({ status }) => status)).toEqual(numbers.map(() => 201))
  for (const { status, refusal } of byStaff)
    expect(status === 201 || refusal.code).toBe(status === 201 || 'customers.duplicate_identity')
  expect(imported.Read).toBe(400)
  expect(imported.Created + imported.Skipped + imported.Failed).toBe(400)
  const customersByIdNo = await app.sql<{ id_no: string; count: number }>(
    `select id_no, count(*)::int from customer where id_no = any($1) and status not in ('Deleted', 'Merged') group by 1 order by 1`,
    numbers,
  )
  expect(customersByIdNo).toEqual(numbers.map((id_no) => ({ id_no, count: 1 })))
  // Every row of the file has a result, and a second run of the file creates no customer.
  const others = await app.sql(`select from customer where id_no like 'Z77%'`)
  expect(others).toHaveLength(392)
  const again = await bench.run('customers', csv, mapping as never, { url: app.url, outlet: 'KLCC' })
  expect(again.Created).toBe(0)
})
