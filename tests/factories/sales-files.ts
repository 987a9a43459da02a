import type { MappingInput } from '#areas/imports/contract/mapping.ts'
import { type ImportBench, useImportBench } from './imports.ts'

// A company that imports its sales from files with the columns of a till.

export const SALES_FILE_HEADER = 'Invoice,Item,Description,Quantity,Time,Price,Customer'
export const file = (...rows: string[]) => `${[SALES_FILE_HEADER, ...rows].join('\n')}\n`

export const salesFileMapping: MappingInput = {
  columns: {
    Invoice: 'InvoiceNo',
    Item: 'ItemCode',
    Description: 'Description',
    Quantity: 'Quantity',
    Time: 'PerformedAt',
    Price: 'UnitPrice',
    Customer: 'CustomerRef',
  },
  constants: { OutletCode: 'KL1', Brand: 'Carat' },
  customerReference: 'decimal',
  cancellations: { invoicePrefix: 'C' },
  createMembers: true,
}

/** Sets up the company and one sale with its lines. */
export function useSalesFiles() {
  const bench: ImportBench = useImportBench()
  const oneSale = <Row extends object>(invoice: string) =>
    bench.sql<Row>(
      `select s.*, c.external_ref, c.full_name, c.registration_source, (select jsonb_agg(to_jsonb(d) order by sequence_no) from transaction_detail d where d.transaction_id = s.transaction_id) as lines
       from transaction_summary s left join customer c using (customer_id) where invoice_no = $1`,
      invoice,
    )
  return { bench, oneSale }
}
